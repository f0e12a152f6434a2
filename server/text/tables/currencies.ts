/** Currencies by sign and by code: what one and many are called, and a hundredth of it. */
export interface Currency {
  one: string;
  many: string;
  /** A hundredth, one and many; none where amounts are said as a decimal. */
  minor?: readonly [one: string, many: string];
}

const cents = ['cent', 'cents'] as const;
const pence = ['penny', 'pence'] as const;
const of = (one: string, many = `${one}s`, minor?: readonly [string, string]): Currency => ({
  one,
  many,
  ...(minor && { minor }),
});
const dollar = (country: string) => of(`${country} dollar`, `${country} dollars`, cents);
const ore = ['øre', 'øre'] as const;
const crown = (country: string) => of(`${country} krone`, `${country} kroner`, ore);

export const signs: Record<string, Currency> = {
  $: of('dollar', 'dollars', cents),
  US$: dollar('U S'),
  A$: dollar('Australian'),
  AU$: dollar('Australian'),
  C$: dollar('Canadian'),
  CA$: dollar('Canadian'),
  NZ$: dollar('New Zealand'),
  HK$: dollar('Hong Kong'),
  S$: dollar('Singapore'),
  R$: of('real', 'reais', ['centavo', 'centavos']),
  '€': of('euro', 'euros', cents),
  '£': of('pound', 'pounds', pence),
  '¥': of('yen', 'yen'),
  '￥': of('yen', 'yen'),
  '₹': of('rupee', 'rupees', ['paisa', 'paise']),
  Rs: of('rupee', 'rupees', ['paisa', 'paise']),
  '₽': of('ruble'),
  '₩': of('won', 'won'),
  '₪': of('shekel'),
  '₺': of('lira', 'lira'),
  '₴': of('hryvnia', 'hryvnia'),
  '₫': of('dong', 'dong'),
  '₦': of('naira', 'naira'),
  '฿': of('baht', 'baht'),
  '₿': of('bitcoin'),
  '₱': of('peso'),
  '₡': of('colon'),
  '₲': of('guarani', 'guarani'),
  '₵': of('cedi'),
  '₸': of('tenge', 'tenge'),
  '₼': of('manat', 'manat'),
  '₾': of('lari', 'lari'),
  '¢': of('cent'),
  kr: of('krone', 'kroner', ore),
  zł: of('zloty', 'zloty'),
  Kč: of('koruna', 'koruna'),
};

/** ISO 4217 codes. */
export const codes: Record<string, Currency> = {
  USD: dollar('U S'),
  EUR: signs['€']!,
  GBP: of('British pound', 'British pounds', pence),
  JPY: of('yen', 'yen'),
  CNY: of('yuan', 'yuan'),
  RMB: of('yuan', 'yuan'),
  NOK: crown('Norwegian'),
  SEK: of('Swedish krona', 'Swedish kronor'),
  DKK: crown('Danish'),
  ISK: of('Icelandic krona', 'Icelandic kronur'),
  CHF: of('Swiss franc', 'Swiss francs', ['centime', 'centimes']),
  CAD: dollar('Canadian'),
  AUD: dollar('Australian'),
  NZD: dollar('New Zealand'),
  SGD: dollar('Singapore'),
  HKD: dollar('Hong Kong'),
  TWD: dollar('Taiwan'),
  INR: of('Indian rupee'),
  BRL: of('Brazilian real', 'Brazilian reais'),
  MXN: of('Mexican peso'),
  ARS: of('Argentine peso'),
  CLP: of('Chilean peso'),
  COP: of('Colombian peso'),
  PEN: of('Peruvian sol', 'Peruvian soles'),
  UYU: of('Uruguayan peso'),
  ZAR: of('South African rand', 'South African rand'),
  KRW: of('Korean won', 'Korean won'),
  THB: of('baht', 'baht'),
  PLN: of('zloty', 'zloty'),
  CZK: of('Czech koruna', 'Czech koruna'),
  HUF: of('forint', 'forint'),
  RON: of('Romanian leu', 'Romanian lei'),
  BGN: of('lev', 'leva'),
  TRY: of('Turkish lira', 'Turkish lira'),
  RUB: of('ruble'),
  UAH: of('hryvnia', 'hryvnia'),
  ILS: of('shekel'),
  AED: of('dirham'),
  SAR: of('Saudi riyal'),
  EGP: of('Egyptian pound'),
  NGN: of('naira', 'naira'),
  KES: of('Kenyan shilling'),
  GHS: of('cedi'),
  PHP: of('Philippine peso'),
  IDR: of('rupiah', 'rupiah'),
  MYR: of('ringgit', 'ringgit'),
  VND: of('dong', 'dong'),
  PKR: of('Pakistani rupee'),
  BDT: of('taka', 'taka'),
  LKR: of('Sri Lankan rupee'),
  BTC: of('bitcoin'),
  ETH: of('ether', 'ether'),
  SOL: of('solana', 'solana'),
};

/** Codes that are a word or a name as well: only after the amount. */
export const afterOnly = new Set(['PHP', 'TRY', 'RON', 'SOL', 'COP', 'PEN', 'ETH', 'BTC']);
