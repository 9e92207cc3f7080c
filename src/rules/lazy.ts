// Synth needs only the rules that can report errors. This module loads the whole rule book once, on the first request for all findings.
type AllRules = typeof import('./all-rules');
type WholeBook = typeof import('./rule-book');
type Expected = typeof import('./expected-scenario');
type Shown = typeof import('./shown-facts');

let allRules: AllRules | undefined;
let wholeBook: WholeBook | undefined;
let expected: Expected | undefined;
let shown: Shown | undefined;

/** The findings of all rules about a pod. */
export const checkPod: WholeBook['checkPod'] = (context, own) => {
  wholeBook ??= require('./rule-book') as WholeBook;
  return wholeBook.checkPod(context, own);
};

/** The rule with this id or name. */
export const findRule: AllRules['findRule'] = idOrName => {
  allRules ??= require('./all-rules') as AllRules;
  return allRules.findRule(idOrName);
};

/** What the programs of a pod will most likely do. It needs the simulator, which a synth does not. */
export const expectScenario: Expected['expectScenario'] = (context, whatIf) => {
  expected ??= require('./expected-scenario') as Expected;
  return expected.expectScenario(context, whatIf);
};

/** What a picture of a pod shows besides its simulation. */
export const shownFacts: Shown['shownFacts'] = context => {
  shown ??= require('./shown-facts') as Shown;
  return shown.shownFacts(context);
};
