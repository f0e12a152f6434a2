/** Words made of two known words: "filesystem". */
import { PRIMARY, SECONDARY } from './diaphones.ts';
import type { Known } from './morphology.ts';

/**
 * What compounds of software and of everyday writing are made of. The dictionary is full of surnames, so
 * two known words are no proof: one of them has to be here, or both have to be long.
 */
const parts = new Set(
  (
    'access action air alert all any app apple archive area args array ask auth auto axis back badge band bar base ' +
    'bash batch beam bench big bin bird bit black blank block blog blue board body book boot bot bottom bound box ' +
    'branch brand break breaker bridge browser buffer bug build builder bullet bus button byte bytes cache call camp ' +
    'card care case cast center chain change channel char chart chat check child chip city class clear click client ' +
    'clip clock close cloud cluster coach code coin color column command company compile config connect console ' +
    'control cool copy core count counter country cover craft crash cross crowd cube cursor cut cycle dash data date ' +
    'day dead deep deploy desk dev device dial diff dog dom door dot down draft drag drive driver drop dump echo ' +
    'edge edit else end engine entry error even event ever every eye face fact factory fail fall farm fast feed feet ' +
    'fetch fiber field file fill filter find finder fire first fish flag flash flat flow flower fly focus fold folder foot ' +
    'force fork form format forth forward frame free friend front full function fuzz game gate gear git give glass ' +
    'gold good graph gray green grid ground group guard guide hair half hand handle handler hard hash head header ' +
    'health heap heart heat helper here hero high hold hole home hook horse host hot hound hour house how hub icon ' +
    'index info ink inner input inside into jack job jump just keep key keys kit knife land lane language large laptop laser ' +
    'last launch layer layout lead leak left letter level life lift light like limit line liner link linked lint list live ' +
    'load loader local lock log logger long look loop low machine mail main maker man map mark market mask master ' +
    'match mate maze mesh message micro mid mind mix mobile mode model monkey moon mount mouse move movie multi music ' +
    'name native near neck net network never new news next night node noise none north note notes number object off ' +
    'offset on once one only open order outer output over pack package page pair panel paper park parse parser part ' +
    'pass past paste patch path pay peer pen phone photo pick picture piece pin pine pipe pipeline pixel place plain plan plane ' +
    'play player plot plug plus pod point pool pop port post power press print proof proxy pull pulse push put python query ' +
    'quick race rack radio rail rain range rate raw read reader ready real record red ref register release remote ' +
    'render report request reset rest result return rich right ring river road robot rock role roll room root rope rough round route ' +
    'row rule ruler run runner runtime safe sail sand save scale scan scape school score scope screen script scroll sea ' +
    'search seat second secret section seed self send sense serve server session set setting shadow shape share sheet shell ' +
    'shift ship shop short shot show shut side sign signal silver single site six size skill skin slack sleep slice slide slot ' +
    'slow small smart smith snap snow socket soft software solid some song sort sound source south space spec speech ' +
    'speed spell split spot spread spring stack staff stage stamp stand star start state station step stick stock stone stop ' +
    'storage store storm story stream street string strong style sub suite sum sun super surf swap sweep switch sync system tab table ' +
    'tag tail take tap task team tech template term terminal test tester text theme then there thing thread three through throw ' +
    'thumb tick ticket tile time timer tip token tool toolbar top total touch track trade traffic train tree trick trip true trust tube tune turn ' +
    'type under unit update upper url use user value vector verse version view viewer voice void volume wait walk wall ' +
    'war ware warn wash watch watcher water wave way wear weather web week weight well west wheel where white wide widget width wild win ' +
    'wind window wire wise with wolf wood word words work worker works world worth wrap wrapper write writer yard year zero zip zone'
  ).split(' '),
);

/** Too short to be found by chance: only beside one of the above. */
const shortParts = new Set('up on in by to go db js id io ai ml ui os'.split(' '));
const longEnough = 5;
const shortest = 4;

/** The second part where its vowel has become weak. */
const weakened: ReadonlyMap<string, string> = new Map([
  ['man', 'mən'],
  ['men', 'mən'],
  ['land', 'lənd'],
  ['berry', 'bɛɹi'],
]);

/** The split whose shorter part is longest; the second part keeps a secondary stress. */
export function asCompound(word: string, known: Known): string | undefined {
  for (let short = Math.floor(word.length / 2); short >= 2; short--) {
    for (const at of new Set([word.length - short, short])) {
      const first = word.slice(0, at);
      const second = word.slice(at);
      if (!fit(first, second)) continue;
      const head = known(first);
      const tail = head && (weakened.get(second) ?? known(second));
      if (head && tail) return head + tail.replaceAll(PRIMARY, SECONDARY);
    }
  }
  return undefined;
}

function fit(first: string, second: string): boolean {
  if (first.length >= longEnough && second.length >= longEnough) return true;
  if (isPart(first)) return isPart(second) || shortParts.has(second) || second.length >= longEnough;
  if (shortParts.has(first)) return isPart(second);
  return isPart(second) && first.length >= shortest;
}

/** Also with a plural -s. */
function isPart(word: string): boolean {
  return parts.has(word) || (word.endsWith('s') && parts.has(word.slice(0, -1)));
}
