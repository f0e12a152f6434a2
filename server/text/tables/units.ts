/** Units by the way they are written: what one and many are called. */

const prefixes: Record<string, string> = {
  f: 'femto',
  p: 'pico',
  n: 'nano',
  µ: 'micro',
  μ: 'micro',
  m: 'milli',
  c: 'centi',
  d: 'deci',
  k: 'kilo',
  K: 'kilo',
  M: 'mega',
  G: 'giga',
  T: 'tera',
  P: 'peta',
  E: 'exa',
};

/** Base, its name, the prefixes it is used with; a plural that is not the name and an s after a bar. */
const families = `
B byte|bytes kKMGTPE
b bit|bits kKMGT
bit bit|bits kKMG
Hz hertz|hertz mkKMGT
m metre nµμmck
g gram mµμk
s second fpnµμm
W watt mkMG
Wh watt-hour kMGT
V volt mkµμ
A amp mµμ
Ah amp-hour m
J joule kM
cal calorie k
N newton k
Pa pascal hkM
L litre m
l litre mcd
Ω ohm kMm
F farad pnµμ
eV electron-volt kMG
mol mole m
pc parsec kM
`;

const others = `
% percent|percent
‰ per mille|per mille
°C degree Celsius|degrees Celsius
℃ degree Celsius|degrees Celsius
°F degree Fahrenheit|degrees Fahrenheit
℉ degree Fahrenheit|degrees Fahrenheit
° degree
KiB kibibyte
MiB mebibyte
GiB gibibyte
TiB tebibyte
PiB pebibyte
Kbit kilobit
Mbit megabit
Gbit gigabit
kbps kilobit per second|kilobits per second
Kbps kilobit per second|kilobits per second
Mbps megabit per second|megabits per second
Gbps gigabit per second|gigabits per second
bps bit per second|bits per second
MBps megabyte per second|megabytes per second
GBps gigabyte per second|gigabytes per second
min minute
mins minute
sec second
secs second
hr hour
hrs hour
yr year
yrs year
mo month
mos month
wk week
wks week
fps frame per second|frames per second
rpm revolution per minute|revolutions per minute
bpm beat per minute|beats per minute
qps query per second|queries per second
QPS query per second|queries per second
rps request per second|requests per second
RPS request per second|requests per second
tps transaction per second|transactions per second
IOPS I O per second|I O's per second
dB decibel
dBm decibel-milliwatt
dBFS decibel full scale|decibels full scale
dBA decibel A|decibels A
LUFS loudness unit|loudness units
px pixel
pt point
pts point
em em
rem rem
ch character
vh V H|V H
vw V W|V W
dpi dot per inch|dots per inch
ppi pixel per inch|pixels per inch
MP megapixel
ppm part per million|parts per million
ppb part per billion|parts per billion
pp percentage point
bp basis point
bps basis point
km/h kilometre per hour|kilometres per hour
mph mile per hour|miles per hour
kn knot
mi mile
ft foot|feet
yd yard
in inch|inches
lb pound
lbs pound
oz ounce
gal gallon
qt quart
pcs piece
t tonne
ha hectare
m² square metre
m2 square metre
km² square kilometre
km2 square kilometre
cm² square centimetre
cm2 square centimetre
mm² square millimetre
ft² square foot|square feet
m³ cubic metre
m3 cubic metre
cm³ cubic centimetre
cm3 cubic centimetre
bar bar
mbar millibar
psi P S I|P S I
atm atmosphere
lx lux|lux
lm lumen
cd candela
rad radian
deg degree
kgs kilogram
kWp kilowatt peak|kilowatts peak
tok token
toks token
req request
reqs request
ops op
`;

export interface Unit {
  one: string;
  many: string;
}

export const units: ReadonlyMap<string, Unit> = build();

function build(): Map<string, Unit> {
  const table = new Map<string, Unit>();
  const add = (written: string, one: string, many = `${one}s`) => {
    if (!table.has(written)) table.set(written, { one, many });
  };
  for (const line of families.trim().split('\n')) {
    const [, written, one, many, allowed] = /^(\S+) ([^| ]+)(?:\|(\S+))? (\S+)$/.exec(line)!;
    add(written!, one!, many);
    for (const prefix of allowed!) {
      if (prefixes[prefix])
        add(prefix + written!, prefixes[prefix] + one!, many && prefixes[prefix] + many);
    }
  }
  for (const line of others.trim().split('\n')) {
    const at = line.indexOf(' ');
    const [one, many] = line.slice(at + 1).split('|');
    add(line.slice(0, at), one!, many);
  }
  // Read as a person, a time of day, or a million.
  for (const written of ['pm', 'us', 'Mm', 'fs', 'ps', 'Em', 'PB', 'PHz', 'mB'])
    table.delete(written);
  table.set('PB', { one: 'petabyte', many: 'petabytes' });
  table.set('hPa', { one: 'hectopascal', many: 'hectopascals' });
  return table;
}

/** A word or a name of a thing after a space: these are units only right after the number. */
export const attachedOnly = new Set(
  'in A J N F t em b l d ch req reqs bar deg rad cal tok ops'.split(' '),
);

/** What "per" is said of, after a slash. */
export const perNames: Record<string, string> = {
  s: 'second',
  sec: 'second',
  min: 'minute',
  h: 'hour',
  hr: 'hour',
  d: 'day',
  wk: 'week',
  mo: 'month',
  mnd: 'month',
  yr: 'year',
  y: 'year',
  kg: 'kilogram',
  kWh: 'kilowatt-hour',
  km: 'kilometre',
  m: 'metre',
  L: 'litre',
  l: 'litre',
  dL: 'decilitre',
  dl: 'decilitre',
  mL: 'millilitre',
  ml: 'millilitre',
  GB: 'gigabyte',
  MB: 'megabyte',
  MTok: 'million tokens',
  Mtok: 'million tokens',
  tok: 'token',
  req: 'request',
  px: 'pixel',
};
export const perWords = new Set(
  (
    'second minute hour day night week month quarter year user seat person team request query call token item page image file ' +
    'message run step epoch core node process thread frame line word char character sample batch iteration test session ' +
    'op iter client connection device unit piece mile litre'
  ).split(' '),
);
