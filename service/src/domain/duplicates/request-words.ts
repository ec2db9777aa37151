/*
 * Words that say that somebody asks for something, and not for what: "please add", "it would be nice". Two titles that share only these have nothing in
 * common, and a title does not become another one by them. As people type them, in the languages that most boards have.
 */
const ENGLISH =
  'a able about add adding all allow allows also an and any app are as at be being better can could create do does enable feature for from get give has have how i ' +
  'idea if implement improve in introduce is it its let like make me more my need needs new nice of on option or our please possibility possible provide really ' +
  'request should so some suggestion support thanks that the their them there this to too us use used user users using want way we when wish with would you your'
const GERMAN =
  'als am an auch auf aus bei bitte bräuchte das dass dem den der des die ein einbauen eine einem einen einer eines einfach ergänzen ermöglichen es für funktion ' +
  'gerne hätte hinzufügen ich im in ist kann können man mehr mit möchte möglich möglichkeit neu neue oder per schön sein sollte um und unterstützen unterstützung ' +
  'vom von wäre wenn wie wir wird wünsche wunsch zeigen zu zum zur über'
const FRENCH =
  'ai aimerais ajout ajouter au aux avec avoir c ce d dans de depuis des du en est et faire fonction fonctionnalité il j l la le les merci mettre mon n nouveau ' +
  'nouvelle on option ou par permettre plaît plus possibilité possible pour pouvoir proposer prendre qu que qui s serait souhaite sur svp un une voudrais'
const SPANISH =
  'a agregar al añadir de del desde e el en es estaría favor función gustaría hacer la las lo los más me mi nueva nuevo o opción para permitir poder poner por ' +
  'posibilidad posible que quiero quisiera se ser sería soporte su un una y'
const PORTUGUESE =
  'adicionar ao as com da das do dos em favor função gostaria mais na nas no nos nova novo opção ou os permitir poder possibilidade possível pra quero seria ' +
  'suporte um uma'
const ITALIAN =
  'aggiungere che con della delle di funzione gli il vorrei mi nuova nuovo opzione per poter possibile possibilità sarebbe supporto un una uno'
const DUTCH =
  'aan alsjeblieft bij een functie graag het kunnen maken met mogelijk mogelijkheid naar nieuwe om op optie te toevoegen van voeg voor wil willen zou'
const RUSSIAN =
  'бы было в во возможность для добавить добавьте и из или иметь к как можно мне на надо нужен нужна нужно о от по пожалуйста поддержка с сделайте сделать со у ' +
  'функция хотелось хочу что чтобы'
const OTHERS =
  'prosím přidat možnost を に は が の で 機能 追加 追加してほしい 追加して ほしい する にする お願いします してほしい'

const REQUEST_WORDS = new Set(
  [ENGLISH, GERMAN, FRENCH, SPANISH, PORTUGUESE, ITALIAN, DUTCH, RUSSIAN, OTHERS].flatMap((words) => words.split(' ')),
)

/** Words that turn the meaning round. Many languages take them for stop words. "No" is not one of them: in Portuguese it means "in the". */
const NEGATIONS = new Set(
  'not without never cannot cant dont stop nicht ohne kein keine keinen nie pas sans aucun sin nunca não sem не без нет niet geen zonder non senza'.split(
    ' ',
  ),
)

export function isNegation(word: string): boolean {
  return NEGATIONS.has(word)
}

export function isRequestWord(word: string): boolean {
  return REQUEST_WORDS.has(word)
}
