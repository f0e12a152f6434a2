/**
 * Frequent words by which a language is known. Words that English has as well are in no list but its
 * own: "in", "for", "an" tell nothing.
 */
const words = (list: string) => list.trim().split(/\s+/);

export const english = words(`
the of and to in is that it was for on are as with his they at be this have from or had by but not what all were we when your can
said there use an each which she do how their if will up other about out many then them these so some her would make like him into
time has look more write go see no way could my than been who its now did get come may i you a me our just also only because does
should after before while where here any both between same too very need needs run runs new file files test tests error add added
use used using fixed fix update updated now done build code line please see check set
`);

/** Norwegian, Danish, Swedish, German, Dutch, French, Spanish, Italian, Portuguese, Polish, Finnish. */
export const others = words(`
og ikke jeg det er som har til av på med den et ble vi kan skal vil være fra eller hvis når også bare etter mot så nå blir min din
dette disse denne noe noen alle mange koster pris prisen kostet kroner bygget bygd testene filen feilet rettet ingen deg oss dere hva
hvor hvorfor gjør gjøre må får kom gikk ny nye nytt fordi men ved hos samt både
och inte jag är att ett som för på av den har med till eller när också efter mot nu blir detta dessa några många måste kostar
und der das ist nicht ich sie mit für auf den dem des ein eine einen einem einer zu von im auch wird wurde werden sind oder wenn
nach bei aus noch nur kann haben hat hatte sein wir ihr dass diese dieser dieses kostet beträgt preis datei dateien fehler zum zur
über unter zwischen jetzt schon mehr sehr alle 
het een niet van dat zijn voor naar ook maar bij wordt deze kost
le la les de des du et est une un dans que qui pour pas sur avec ne ce cette ces sont au aux ou mais nous vous ils elle
fichier fichiers coûte prix été être fait faire très aussi maintenant entre après avant
el los las una por para con que es en lo sus más como pero está están fue este esta estos muy también ya hay
cuesta precio archivo archivos todos todo pruebas han sido cuando donde desde hasta sobre
il lo gli di che non una è sono della delle dei nel con ha questo questa più anche costa prezzo
 um uma não da das com para por que mais foi são está custa preço
nie się jest na że jak ale oraz kosztuje
 että mutta kun niin maksaa
`);
