/** Words whose full stop does not end a sentence. */

/** What follows belongs to it: it never ends one. Lower case, without the stop. */
export const neverLast = new Set(
  (
    'mr mrs ms mx dr prof st mt gen col sgt capt cpt lt cmdr adm maj rev hon sen rep gov pres supt ' +
    'messrs mme mlle e.g i.e eg ie vs cf viz approx ca resp esp incl excl al ' +
    'b.sc m.sc ph.d d.phil f.eks bl.a dvs bzw evtl inkl ekskl vgl sog jf'
  ).split(' '),
);

/** Only before a number: "No. 5", "p. 12". */
export const beforeNumber = new Set(
  'tel kr kl no nos nr fig figs p pp vol ch chap sec art eq par para v ver'.split(' '),
);

/** These may end one: it does when what follows begins like a sentence. */
export const perhapsLast = new Set(
  (
    'min mins max avg sec secs hr hrs wk wks mo mos yr yrs ft lb lbs oz temp ext orig prev cont misc rel ed eds osv usw ' +
    'etc inc ltd co corp jr sr bros dept est univ a.m p.m am pm a.d b.c ' +
    'jan feb mar apr jun jul aug sep sept oct nov dec mon tue tues wed thu thur thurs fri sat sun'
  ).split(' '),
);

/** Words that begin a sentence far more often than a name. */
export const starters = new Set(
  (
    'a an the this that these those there here it its he she they we i you my your his her our their ' +
    'in on at by for from with without to of as if when while after before since because although ' +
    'but and or so then now also however finally next first second otherwise instead meanwhile ' +
    'what who why how where which is are was were do does did can could will would should please ' +
    'yes no not all some many most each every both let see use run note once only still just'
  ).split(' '),
);
