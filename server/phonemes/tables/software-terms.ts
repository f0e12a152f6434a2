/** Terms of software and abbreviations of everyday writing, in the form of `product-names.ts`. */
export const softwareTerms = `
  a11y =accessibility
  afaik =as far as i know
  ajax ˈAʤæks
  algorithm ˈælɡɚɪðᵊm
  aliases ˈAliəsᵻz
  alphanumeric ˌælfənyumˈɛɹɪk
  amd64 =a m d sixty four
  ansi ˈænsi
  app ˈæp
  appimage ˈæpˌɪmɪʤ
  approx =approximately
  apps ˈæps
  arg ˈɑɹɡ
  argc =arg c
  args ˈɑɹɡz
  argv =arg v
  arr əɹˈA
  ascii ˈæski
  async ˈAsɪŋk
  auth ˈɔθ
  authn =auth n
  authz =auth z
  avg ˈævɹɪʤ
  avif ˈAvɪf
  awk ˈɔk
  backend bˈækˌɛnd
  backoff bˈækˌXf
  bashrc bˈæʃˌɑɹsˌi
  beyond biˈɒnd
  blog blˈɒɡ
  bool bˈul
  boolean bˈuliən
  btn bˈʌtᵊn
  btw =by the way
  bytecode bˈItkˌOd
  c# =c sharp
  c++ =c plus plus
  cache kˈæʃ
  cached kˈæʃt
  caches kˈæʃᵻz
  caching kˈæʃɪŋ
  cafe kæfˈA
  cfg kˈɒnfɪɡ
  changelog ʧˈAnʤlˌXɡ
  char kˈEɹ
  chars kˈEɹz
  chmod sˌiˈAʧmˌɒd
  chown sˌiˈAʧˌOn
  cidr sˈIdɚ
  close klˈOz
  cmd kəmˈBnd
  co kˈO
  codebase kˈOdbˌAs
  codec kˈOdɛk
  codecs kˈOdɛks
  codegen kˈOdʤˌɛn
  codepoint kˈOdpˌYnt
  config kˈɒnfɪɡ
  configs kˈɒnfɪɡz
  coroutine kˈOɹutˌin
  cors kˈɔɹz
  covid kˈOvɪd
  cron kɹˈɒn
  crontab kɹˈɒntˌæb
  crud kɹˈʌd
  csharp sˌiʃˈɑɹp
  ctrl kəntɹˈOl
  ctx kˈɒntɛkst
  daemon dˈimən
  daemons dˈimənz
  data dˈAtə
  datetime dˈAttˌIm
  ddos dˈidˌɒs
  debounce dˌibˈWns
  dedupe dˌidˈup
  deduplicate dˌidˈuplɨkˌAt
  deja dˌAʒˈɑ
  deque dˈɛk
  dequeue dˌikjˈu
  dereference dˌiɹˈɛfɹəns
  deserialize dˌisˈeɹiəlˌIz
  dev dˈɛv
  devops dˈɛvˌɒps
  dict dˈɪkt
  diff dˈɪf
  diffs dˈɪfs
  dir dˈɜ
  distro dˈɪstɹO
  dockerfile dˈɒkɚfˌIl
  docs dˈɒks
  docstring dˈɒkstɹˌɪŋ
  dotenv dˌɒtˈɛnv
  dpkg =d package
  dr dˈɒktɚ
  dylib dˈIlˌɪb
  earcon ˈɪɹkˌɒn
  eg =for example
  emoji ɨmˈOʤi
  endian ˈɛndiən
  endpoint ˈɛndpˌYnt
  enqueue ɛnkjˈu
  enum ˈinʌm
  enums ˈinʌmz
  env ˈɛnv
  envs ˈɛnvz
  epub ˈipˌʌb
  eq ˈikwəlz
  esc ɨskˈAp
  especially ɨspˈɛʃəli
  etag ˈitˌæɡ
  etc ɛtsˈɛtɚə
  etcd ˌɛtsˌidˈi
  eta ˈAtə
  ethernet ˈiθɚnˌɛt
  eval ɨvˈæl
  excl =excluding
  exe ˈɛksi
  exec ɪɡzˈɛk
  f# =f sharp
  facade fəsˈɑd
  favicon fˈAvɪkˌɒn
  fiance fiˈɑnsˌA
  filesystem fˈIlsˌɪstəm
  fixme fˈɪksmˌi
  flac flˈæk
  flexbox flˈɛksbˌɒks
  float flˈOt
  fn fˈʌŋkʃən
  formatter fˈɔɹmˌætɚ
  fstab =f s tab
  func fˈʌŋk
  gif ɡˈɪf
  gifs ɡˈɪfs
  gitignore ɡˈɪtɪɡnˌɔɹ
  glibc =g lib c
  glob ɡlˈɒb
  goto ɡˈOtˌu
  gpus ʤˌipˌijˈuz
  grapheme ɡɹˈæfim
  graphemes ɡɹˈæfimz
  grep ɡɹˈɛp
  gui ɡˈui
  guis ɡˈuiz
  gzip ʤˈizˌɪp
  hashmap hˈæʃmˌæp
  hertz hˈɜts
  hmm hˈʌm
  hotkey hˈɒtkˌi
  href ˈAʧɹˌɛf
  hypervisor hˈIpɚvˌIzɚ
  i18n =internationalization
  idempotency ˌIdɨmpˈOtᵊnsi
  idempotent ˌIdɨmpˈOtᵊnt
  idx ˈɪndɛks
  ieee ˌItɹˌɪpᵊlˈi
  iframe ˈIfɹˌAm
  img ˈɪmɪʤ
  imo =in my opinion
  impl ˈɪmpᵊl
  incl =including
  init ɨnˈɪt
  inode ˈInˌOd
  instanceof ˈɪnstənsˌʌv
  int ˈɪnt
  integer ˈɪntɨʤɚ
  ints ˈɪnts
  iops ˈIˌɒps
  ipv4 =i p v four
  ipv6 =i p v six
  iterable ˈɪtɚəbᵊl
  iterator ˈɪtɚˌAtɚ
  jalapeno hˌɑləpˈAnjO
  jpeg ʤˈApɛɡ
  jpegs ʤˈApɛɡz
  jpg ʤˈApɛɡ
  json ʤˈAsən
  jsonl =json l
  jˌutˌiˈɛf
  k8s =kubernetes
  kbd kˈibˌɔɹd
  kernel kˈɜnᵊl
  keyof kˈiˌʌv
  kube kjˈub
  kubectl kjˈubkəntɹˌOl
  kubelet kjˈublɨt
  kwargs kwˈɑɹɡz
  l10n =localization
  lambda lˈæmdə
  latex lˈAtɛk
  ldap ˈɛldæp
  lexer lˈɛksɚ
  lib lˈɪb
  libc =lib c
  libs lˈɪbz
  lint lˈɪnt
  linter lˈɪntɚ
  localhost lˈOkᵊlhˌOst
  lol lˈɒl
  lsof ˈɛlsˌɒf
  lufs lˈʌfs
  malloc mˈælˌɒk
  markdown mˈɑɹkdˌWn
  memoize mˈɛmOˌIz
  metadata mˈɛtədˌAtə
  mgr mˈænɪʤɚ
  middleware mˈɪdᵊlwˌɛɹ
  mime mˈIm
  minify mˈɪnɨfˌI
  mkdir =make dir
  mock mˈɒk
  monorepo mˈɒnOɹˌipO
  mp3 =m p three
  mp4 =m p four
  mr mˈɪstɚ
  mrs mˈɪsᵻz
  msg mˈɛsɪʤ
  mu mjˈu
  mutex myˈutɛks
  naive nɑˈiv
  namespace nˈAmspˌAs
  nano nˈænO
  npmrc =n p m r c
  nul nˈʌl
  nullable nˈʌləbᵊl
  num nˈʌm
  oauth ˈOˌɔθ
  obj ˈɒbʤɛkt
  ok OkˈA
  okay OkˈA
  onnx ˈɒnɪks
  ops ˈɒps
  opt ˈɒpt
  opus ˈOpəs
  param pˈEɹəm
  params pˈEɹəmz
  parquet pɑɹkˈA
  pate pˈAt
  phoneme fˈOnim
  phonemes fˈOnimz
  pip pˈɪp
  pixel pˈɪksᵊl
  pkg pˈækɪʤ
  polyfill pˈɒlifˌɪl
  posix pˈɒzɪks
  pre pɹˈi
  president pɹˈɛzɨdᵊnt
  prev pɹˈiv
  prod pɹˈɒd
  prof pɹəfˈɛsɚ
  protobuf pɹˈOtObˌʌf
  proxied pɹˈɒksid
  ptr pˈYntɚ
  pub pˈʌb
  pubsub pˈʌbsˌʌb
  quantum kwˈɒntəm
  queue kjˈu
  queued kjˈud
  queueing kjˈuɪŋ
  queues kjˈuz
  queuing kjˈuɪŋ
  rclone ˈɑɹklˌOn
  re ɹˈi
  read ɹˈid
  readme ɹˈidmˌi
  readonly ɹˈidˌOnli
  rebase ɹˌibˈAs
  recursion ɹɨkˈɜʒən
  refactor ɹifˈæktɚ
  regex ɹˈɛʤɛks
  regexes ɹˈɛʤɛksᵻz
  regexp ɹˈɛʤɛksp
  rene ɹənˈA
  repl ɹˈɛpᵊl
  repo ɹˈipO
  repos ɹˈipOz
  req ɹˈɛk
  resume ɹɨzˈum
  ripgrep ɹˈɪpɡɹˌɛp
  rsync ˈɑɹsˌɪŋk
  runtime ɹˈʌntˌIm
  runtimes ɹˈʌntˌImz
  rustc =rust c
  saas sˈæs
  schema skˈimə
  schemas skˈiməz
  scp =s c p
  sed sˈɛd
  segfault sˈɛɡfˌɔlt
  serde sˈɜdA
  serverless sˈɜvɚləs
  sha ʃˈɑ
  sha1 =sha one
  sha256 =sha two five six
  shebang ʃɨbˈæŋ
  shh ʃˈʌ
  sql ˌɛskjˌuˈɛl
  src sˈɔɹs
  ssml =s s m l
  stateful stˈAtfᵊl
  std =standard
  stddev =standard deviation
  stderr =standard error
  stdin =standard in
  stdio =standard i o
  stdlib stˈændɚd lˈɪb
  stdout =standard out
  stemmer stˈɛmɚ
  str stɹˈɪŋ
  struct stɹˈʌkt
  structs stɹˈʌkts
  subdomain sˈʌbdOmˌAn
  submodule sˈʌbmˌɒʤul
  subprocess sˈʌbpɹˌɒsɛs
  substring sˈʌbstɹˌɪŋ
  sudo sˈudu
  svc sˈɜvɪs
  symlink sˈɪmlˌɪŋk
  symlinks sˈɪmlˌɪŋks
  sync sˈɪŋk
  syntax sˈɪntæks
  sysctl sˈɪskəntɹˌOl
  systemctl sˈɪstəmkəntɹˌOl
  tensor tˈɛnsɚ
  tensors tˈɛnsɚz
  timestamp tˈImstˌæmp
  tmp tˈɛmp
  tmux tˈimˌʌks
  todo tədˈu
  todos tədˈuz
  tokenize tˈOkənˌIz
  tokenizer tˈOkənˌIzɚ
  toml tˈɒmᵊl
  tooltip tˈultˌɪp
  traceback tɹˈAsbˌæk
  tsconfig =t s config
  tuple tˈupᵊl
  tuples tˈupᵊlz
  typedef tˈIpdˌɛf
  typeof tˈIpˌʌv
  uint =u int
  unicode jˈunɨkˌOd
  unmount ʌnmˈWnt
  upgrade ˈʌpɡɹˌAd
  upsert ˈʌpsɜt
  usr jˈuzɚ
  utf8 =u t f eight
  util jˈutᵊl
  utils jˈutᵊlz
  var vˈɑɹ
  vars vˈɑɹz
  venv vˈiˌɛnv
  vimrc vˈɪmˌɑɹsˌi
  vlan vˈilˌæn
  vs vˈɜsəs
  wasm wˈæzᵊm
  wav wˈAv
  waveform wˈAvfˌɔɹm
  webassembly wˌɛbəsˈɛmbli
  webgl wˌɛbʤˌiˈɛl
  webgpu wˌɛbʤˌipˌijˈu
  webhook wˈɛbhˌʊk
  webp wˈɛbpˌi
  websocket wˈɛbsˌɒkɪt
  wget dˈʌbᵊljˌuɡˌɛt
  whisper wˈɪspɚ
  whitelist wˈItlˌɪst
  wifi wˈIfˌI
  worklet wˈɜklɨt
  wysiwyg wˈɪziwˌɪɡ
  x86 =x eighty six
  xaml zˈæmᵊl
  xargs ˈɛksˌɑɹɡz
  yaml jˈæmᵊl
  yml jˈæmᵊl
  zlib zˈilˌɪb
  zshrc =z s h r c
  zstd =z standard
`;
