/** Words whose stressed "a" is ɑː in British English: as they are, and with an ending. */
const stems =
  'advance aghast alas answer ask avast aftermath after bask basket bath path lath behalf blast branch brass ' +
  "broadcast calf calve can't cask casket cast castle caster castor chance chancel chancellor chandler chant " +
  'clasp class classroom classmate command commando countermand contrast craft craftsman aircraft spacecraft ' +
  'handicraft witchcraft minecraft warcraft hovercraft dance daft demand disaster disastrous downcast draft ' +
  'draught draughty drafty enchant enhance entrance example exasperate fast fasten breakfast flabbergast flask ' +
  'forecast france francis freelance ghastly giraffe glance glass glassware graft grant granted grasp grass ' +
  'grasshopper grassroots half halve headmaster master masterpiece masterclass mastermind webmaster postmaster ' +
  'taskmaster schoolmaster haft jasper lance last lasting lastly everlasting laugh laughter laughable mask ' +
  'unmask mast masthead nasty nastily nastiness outcast outlast overcast paragraph photograph telegraph ' +
  'graph autograph pass passport password passage_ passer past pastor pastoral pasture pastime plant ' +
  'plantation_ implant transplant plaster plastered planchet prance raft rafter rascal rasp raspberry recast ' +
  'reprimand repass sample salve shaft crankshaft slander slant slanted staff stanchion supplant surpass ' +
  'sandra_ task multitask multitasking subtask taskbar telecast trance trespass tuft_ typecast underclass ' +
  'subclass superclass hourglass eyeglass hereafter thereafter afternoon afterwards afterward afterthought ' +
  'aftershock aftereffect vantage advantage disadvantage vast vastly waft wrath bypass compass_ upperclass ' +
  'underpass overpass trespasser passive_ passenger_ psalm rather lather_ blasting ballast_ gasp clasping ' +
  "chancery shan't aunt auntie grandmaster toastmaster stepfather_ pathway footpath towpath warpath bathroom " +
  'bathtub birdbath bloodbath sunbath wasp_ casting newscast podcast simulcast webcast multicast unicast ' +
  'broadcaster fastest faster steadfast ranch_ branching avalanche avalanches_ blanch stanch lambast';

const bath = new Set(stems.split(' ').filter((word) => !word.endsWith('_')));
const endings = [
  '',
  'e',
  'd',
  'ed',
  's',
  'es',
  'r',
  'er',
  'ers',
  'ing',
  'ings',
  'y',
  'ly',
  'ment',
  'ness',
  'ful',
  'able',
  'n',
  'less',
];

export function isBathWord(word: string): boolean {
  const bare = word.replace(/'s?$/, '');
  return endings.some((ending) => {
    if (!bare.endsWith(ending)) return false;
    const stem = bare.slice(0, bare.length - ending.length);
    return bath.has(stem) || ((ending === 'ing' || ending === 'able') && bath.has(`${stem}e`));
  });
}
