/** Words that need a rule of their own: the first test that holds says the diaphones, else the last entry. */
import {
  isBe,
  isDeterminer,
  isHave,
  isObject,
  isPreposition,
  isVerb,
  isVerbInS,
  headBefore,
  type Context,
} from './context.ts';
import {
  after,
  all,
  any,
  around,
  before,
  head,
  isCapital,
  isFirst,
  isLast,
  not,
  words,
  type Test,
} from './tests.ts';

type Rule = [...cases: [test: Test, sounds: string][], otherwise: string];

const determined: Test = (context) => isDeterminer(context.before(1));
const withObject: Test = (context) => isObject(context.after(1));
const afterBe: Test = (context) => isBe(headBefore(context));
const afterHave: Test = (context) => isHave(headBefore(context));
const afterModal = head(
  "to will would can could shall should may might must cannot can't won't don't doesn't didn't couldn't wouldn't shouldn't let's please do does did i'll you'll he'll she'll it'll we'll they'll",
);

const downOrUp = after('down up off apart out back');
const past = around(
  'yesterday ago last earlier previously once when already before had was were did then',
  6,
);
const liveThing = after(
  'stream streams streaming data feed feeds session sessions coverage update updates music show event events server servers system systems site video view broadcast reload region demo preview chat wire performance environment audio captions',
);
const leadThing = after('pipe pipes paint poisoning acid battery batteries bullet free glass');
const closeBeside = after(
  'to enough by together attention friend friends look call match matches relationship range relative second race',
);
const closable = words(
  'the a an this that these your my it them all down door file files window windows connection connections tab tabs issue issues',
);

/** "used to" is the habit, but "is used to build" is not. */
const habit: Test = (context) => {
  if (context.after(1) !== 'to') return false;
  const next = context.after(2);
  if (isBe(headBefore(context)) || /^(get|got|gets|getting|become)$/.test(headBefore(context)))
    return isObject(next) || next === '' || next.endsWith('ing');
  return headBefore(context) !== '' && !isHave(headBefore(context));
};

/** "have you read", "has it read" */
const asked: Test = ({ before }) =>
  /^(i|you|he|she|it|we|they)$/.test(before(1)) && isHave(before(2));

const person = 'he she it nobody everyone who';

export const singleWords: ReadonlyMap<string, Rule> = new Map<string, Rule>([
  [
    'read',
    [
      [any(afterHave, afterBe, asked, head('get gets got')), 'ɹˈɛd'],
      [any(determined, afterModal, isFirst), 'ɹˈid'],
      // The present has an s: "he reads".
      [any(head(person), past), 'ɹˈɛd'],
      'ɹˈid',
    ],
  ],
  [
    'live',
    [
      [any(liveThing, before('go goes going went gone stay now currently'), afterBe), 'lˈIv'],
      [before('a the this every another'), 'lˈIv'],
      [
        all(
          isLast,
          head('stream streamed broadcast perform performed play played shown see watch'),
        ),
        'lˈIv',
      ],
      'lˈɪv',
    ],
  ],
  ['lives', [[any(isVerbInS, after('here there in on')), 'lˈɪvz'], 'lˈIvz']],
  ['lead', [[any(leadThing, all(isLast, before('of from contains containing'))), 'lˈɛd'], 'lˈid']],
  [
    'close',
    [
      [
        ({ before, after }) => closable.has(after(2)) && after(1) !== 'to' && before(1) === 'to',
        'klˈOz',
      ],
      [closeBeside, 'klˈOs'],
      [
        before(
          'so very too as pretty quite how really that get gets getting got come comes came stay keep',
        ),
        'klˈOs',
      ],
      [all(before('a'), not(isLast)), 'klˈOs'],
      [
        all(
          (context) => isBe(context.before(1)),
          ({ after }) => !closable.has(after(1)),
        ),
        'klˈOs',
      ],
      'klˈOz',
    ],
  ],
  ['used', [[habit, 'jˈust'], 'jˈuzd']],
  ['wind', [[any(isVerb, after('up down back')), 'wˈInd'], 'wˈɪnd']],
  ['winds', [[any(isVerbInS, after('up down back')), 'wˈIndz'], 'wˈɪndz']],
  ['tear', [[any(isVerb, downOrUp, ({ before }) => before(2) === 'wear'), 'tˈSɹ'], 'tˈɪɹ']],
  ['tears', [[any(isVerbInS, downOrUp), 'tˈSɹz'], 'tˈɪɹz']],
  [
    'bow',
    [
      [
        any(around('arrow arrows tie tied violin string hair ribbon', 4), before('cross long')),
        'bˈO',
      ],
      'bˈW',
    ],
  ],
  ['does', [[all(before('the'), after('and in of are were', '')), 'dˈOz'], 'dˈʌz']],
  [
    'minute',
    [
      [
        any(
          before('very too so'),
          after(
            'detail details amount amounts difference differences quantity quantities change changes particles traces',
          ),
        ),
        'mInyˈut',
      ],
      'mˈɪnɨt',
    ],
  ],
  ['row', [[around('argument loud angry noisy furious shouting', 3), 'ɹˈW'], 'ɹˈO']],
  [
    'wound',
    [
      [
        all(
          after('up down around round back through tightly its on', ''),
          not(determined),
          not(isLast),
        ),
        'wˈWnd',
      ],
      'wˈund',
    ],
  ],
  [
    'invalid',
    [
      [
        all(
          determined,
          after('who was is and in sat could needs', ''),
          not(around('value values input token key state json file data argument config', 6)),
        ),
        'ˈɪnvəlɪd',
      ],
      'ɪnvˈælɨd',
    ],
  ],
  ['desert', [[isVerb, 'dɨzˈɜt'], 'dˈɛzɚt']],
  [
    'content',
    [
      [
        any(
          all(afterBe, after('with to', '')),
          head('feel feels felt seem seems seemed perfectly'),
        ),
        'kəntˈɛnt',
      ],
      'kˈɒntɛnt',
    ],
  ],
  ['dove', [[any(head('he she i we they who'), after('into in deep deeper off')), 'dˈOv'], 'dˈʌv']],
  ['bass', [[around('fish fishing sea caught river lake striped pond', 5), 'bˈæs'], 'bˈAs']],
  ['sow', [[all(determined, not(withObject)), 'sˈW'], 'sˈO']],
  ['polish', [[all(isCapital, any(not(isFirst), not(withObject))), 'pˈOlɪʃ'], 'pˈɒlɪʃ']],
  ['august', [[isCapital, 'ˈɔɡəst'], 'ɔɡˈʌst']],
  [
    'resume',
    [
      [all(before('a your my his her their our this the each'), not(withObject)), 'ɹˈɛzəmˌA'],
      'ɹɨzyˈum',
    ],
  ],
  ['blessed', [[determined, 'blˈɛsᵻd'], 'blˈɛst']],
  ['aged', [[all(before('the'), not(after('cheese wine beef out'))), 'ˈAʤᵻd'], 'ˈAʤd']],
  ['bases', [[before('all military air your loaded covered data code'), 'bˈAsᵻz'], 'bˈAsˌiz']],
  ['moped', [[determined, 'mˈOpˌɛd'], 'mˈOpt']],
  ['sewer', [[around('needle thread fabric sewing dress cloth', 4), 'sˈOɚ'], 'sˈuɚ']],
  ['entrance', [[isVerb, 'ɛntɹˈBns'], 'ˈɛntɹəns']],
  ['frequent', [[all(isVerb, withObject), 'fɹikwˈɛnt'], 'fɹˈikwənt']],
  // "have to" ends like "half".
  ['have', [[after('to'), 'hˈæf'], [isLast, 'hˈæv'], 'hæv']],
  // Pointing at something it is full, joining two clauses it is not.
  [
    'that',
    [[any(isLast, isFirst, (context: Context) => isPreposition(context.before(1))), 'ðˈæt'], 'ðæt'],
  ],
]);

export function decide(rule: Rule, context: Context): string {
  for (const choice of rule) {
    if (typeof choice === 'string') return choice;
    if (choice[0](context)) return choice[1];
  }
  return '';
}
