/** Names that are written with inner capitals and said as they stand. */
export const keptNames = new Set(
  (
    'JavaScript TypeScript CoffeeScript YouTube LinkedIn PowerShell PowerPoint PayPal WhatsApp WordPress FedEx MacBook MacBooks AirPods ' +
    'AirPlay TensorFlow DeepMind DevTools WebSocket WebSockets WebKit HomeBrew CloudFlare BitBucket StackOverflow OpenSource HubSpot ' +
    'DoorDash SpaceX TikTok SoundCloud DropBox OneDrive OneNote SharePoint PlayStation GameCube DuckDuckGo CodePen CodeSandbox'
  ).split(' '),
);

/** Before a dot these are objects with members, and no files: `console.log`, `res.json`. */
export const objects = new Set(
  (
    'console Math JSON Object Array String Number Date Promise Symbol Map Set Reflect window document process global globalThis this self ' +
    'super req res request response ctx context app arr array list items item obj object str string s x e ev event err error ' +
    'np pd plt tf torch os sys fs path re json logger log _ $ $scope module exports state props params options opts result ' +
    'results user users node element el key value values stream router db client server session Intl Atomics'
  ).split(' '),
);

/** Extensions that are members of objects as well. */
export const members = new Set(
  'map log json text key lock class props service env config so a o h c m v r d sql data'.split(
    ' ',
  ),
);

/** Before a number with a letter that says which one: "room 4B". */
export const places = new Set(
  'room gate platform seat flat apartment apt unit suite floor building block row level section appendix figure table grade class terminal stand hall'.split(
    ' ',
  ),
);
