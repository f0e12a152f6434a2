/** Words whose noun (or adjective) and verb differ: word, noun, verb, in diaphones. */
import { readTable } from '../tables/read-table.ts';

export const pairs: ReadonlyMap<string, { noun: string; verb: string }> = new Map(
  readTable(`
  abuse əbjˈus əbjˈuz
  address ˈædɹˌɛs ədɹˈɛs
  attribute ˈætɹɪbjˌut ətɹˈɪbjut
  combat kˈɒmbæt kəmbˈæt
  combine kˈɒmbIn kəmbˈIn
  compound kˈɒmpWnd kəmpˈWnd
  compress kˈɒmpɹɛs kəmpɹˈɛs
  conduct kˈɒndʌkt kəndˈʌkt
  conflict kˈɒnflɪkt kənflˈɪkt
  console kˈɒnsˌOl kənsˈOl
  construct kˈɒnstɹʌkt kənstɹˈʌkt
  contest kˈɒntɛst kəntˈɛst
  contract kˈɒntɹækt kəntɹˈækt
  contrast kˈɒntɹBst kəntɹˈBst
  converse kˈɒnvɜs kənvˈɜs
  convert kˈɒnvɜt kənvˈɜt
  convict kˈɒnvɪkt kənvˈɪkt
  decrease dˈikɹis dɨkɹˈis
  defect dˈifɛkt dɨfˈɛkt
  digest dˈIʤɛst dIʤˈɛst
  discharge dˈɪsʧɑɹʤ dɪsʧˈɑɹʤ
  discount dˈɪskWnt dɪskˈWnt
  escort ˈɛskɔɹt ɛskˈɔɹt
  excuse ɪkskjˈus ɪkskjˈuz
  exploit ˈɛksplYt ɪksplˈYt
  export ˈɛkspɔɹt ɪkspˈɔɹt
  extract ˈɛkstɹækt ɪkstɹˈækt
  house hˈWs hˈWz
  impact ˈɪmpækt ɪmpˈækt
  implant ˈɪmplBnt ɪmplˈBnt
  import ˈɪmpɔɹt ɪmpˈɔɹt
  imprint ˈɪmpɹɪnt ɪmpɹˈɪnt
  incline ˈɪnklIn ɪnklˈIn
  increase ˈɪnkɹis ɪnkɹˈis
  insert ˈɪnsɜt ɪnsˈɜt
  insult ˈɪnsʌlt ɪnsˈʌlt
  object ˈɒbʤɛkt əbʤˈɛkt
  overlap ˈOvɚlˌæp ˌOvɚlˈæp
  override ˈOvɚɹˌId ˌOvɚɹˈId
  perfect pˈɜfɪkt pɚfˈɛkt
  permit pˈɜmˌɪt pɚmˈɪt
  present pɹˈɛzᵊnt pɹɨzˈɛnt
  produce pɹˈOdyus pɹədyˈus
  progress pɹˈɒɡɹɛs pɹəɡɹˈɛs
  project pɹˈɒʤɛkt pɹəʤˈɛkt
  protest pɹˈOtɛst pɹətˈɛst
  rebel ɹˈɛbᵊl ɹɨbˈɛl
  recall ɹˈikɔl ɹɨkˈɔl
  record ɹˈɛkɚd ɹɨkˈɔɹd
  refund ɹˈifʌnd ɹɨfˈʌnd
  refuse ɹˈɛfjus ɹɨfjˈuz
  reject ɹˈiʤɛkt ɹɨʤˈɛkt
  rerun ɹˈiɹʌn ɹiɹˈʌn
  retake ɹˈitAk ɹitˈAk
  rewrite ɹˈiɹIt ɹiɹˈIt
  segment sˈɛɡmənt sɛɡmˈɛnt
  subject sˈʌbʤɛkt səbʤˈɛkt
  survey sˈɜvA sɚvˈA
  suspect sˈʌspɛkt səspˈɛkt
  torment tˈɔɹmɛnt tɔɹmˈɛnt
  transfer tɹˈænsfɜ tɹænsfˈɜ
  transform tɹˈænsfɔɹm tɹænsfˈɔɹm
  transplant tɹˈænsplBnt tɹænsplˈBnt
  transport tɹˈænspɔɹt tɹænspˈɔɹt
  update ˈʌpdˌAt ʌpdˈAt
  upgrade ˈʌpɡɹˌAd ʌpɡɹˈAd
  upset ˈʌpsˌɛt ʌpsˈɛt
  use jˈus jˈuz
  advocate ˈædvəkət ˈædvəkˌAt
  affiliate əfˈɪliət əfˈɪliˌAt
  aggregate ˈæɡɹɪɡət ˈæɡɹɪɡˌAt
  alternate ˈɔltɚnət ˈɔltɚnˌAt
  animate ˈænɨmət ˈænɨmˌAt
  appropriate əpɹˈOpɹiət əpɹˈOpɹiˌAt
  approximate əpɹˈɒksɨmət əpɹˈɒksɨmˌAt
  articulate ɑɹtˈɪkjələt ɑɹtˈɪkjəlˌAt
  associate əsˈOʃiət əsˈOʃiˌAt
  coordinate kOˈɔɹdɨnət kOˈɔɹdɨnˌAt
  correlate kˈXɹələt kˈXɹəlˌAt
  degenerate dɨʤˈɛnɚət dɨʤˈɛnɚˌAt
  delegate dˈɛlɪɡət dˈɛlɪɡˌAt
  deliberate dɨlˈɪbɚət dɨlˈɪbɚˌAt
  designate dˈɛzɪɡnət dˈɛzɪɡnˌAt
  duplicate dyˈuplɨkət dyˈuplɨkˌAt
  elaborate ɨlˈæbɚət ɨlˈæbɚˌAt
  estimate ˈɛstɨmət ˈɛstɨmˌAt
  graduate ɡɹˈæʤuət ɡɹˈæʤuˌAt
  initiate ɪnˈɪʃiət ɪnˈɪʃiˌAt
  intimate ˈɪntɨmət ˈɪntɨmˌAt
  isolate ˈIsələt ˈIsəlˌAt
  moderate mˈɒdɚət mˈɒdɚˌAt
  predicate pɹˈɛdɨkət pɹˈɛdɨkˌAt
  replicate ɹˈɛplɨkət ɹˈɛplɨkˌAt
  separate sˈɛpɹət sˈɛpɚˌAt
  subordinate səbˈɔɹdɨnət səbˈɔɹdɨnˌAt
  syndicate sˈɪndɨkət sˈɪndɨkˌAt
  triplicate tɹˈɪplɨkət tɹˈɪplɨkˌAt
  underestimate ˌʌndɚˈɛstɨmət ˌʌndɚˈɛstɨmˌAt
  `).map(([word, said]) => {
    const [noun = '', verb = ''] = said.split(' ');
    return [word, { noun, verb }];
  }),
);
