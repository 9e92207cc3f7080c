// A synth only asks the rules that may stop it. The whole book is loaded here, once, when somebody wants to read everything that it says.
type AllRules = typeof import('./all-rules');
type WholeBook = typeof import('./rule-book');

let allRules: AllRules | undefined;
let wholeBook: WholeBook | undefined;

/** What all rules have to say about a pod. */
export const checkPod: WholeBook['checkPod'] = (context, own) => {
  wholeBook ??= require('./rule-book') as WholeBook;
  return wholeBook.checkPod(context, own);
};

/** The rule of an id or of a name. */
export const findRule: AllRules['findRule'] = idOrName => {
  allRules ??= require('./all-rules') as AllRules;
  return allRules.findRule(idOrName);
};
