// A synth only asks the rules that may stop it. The whole book is loaded here, once, when somebody wants to read everything that it says.
type AllRules = typeof import('./all-rules');
type WholeBook = typeof import('./rule-book');
type Expected = typeof import('./expected-scenario');

let allRules: AllRules | undefined;
let wholeBook: WholeBook | undefined;
let expected: Expected | undefined;

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

/** What the programs of a pod will most likely do. It needs the simulator, which a synth does not. */
export const expectScenario: Expected['expectScenario'] = context => {
  expected ??= require('./expected-scenario') as Expected;
  return expected.expectScenario(context);
};
