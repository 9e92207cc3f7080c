import { IConstruct } from 'constructs';
import { checkValue } from '../caller/refusal';
import { CONSTRUCT, having, required } from '../data/arguments';
import { IRule, questionFrom } from '../rules/engine/own-rule';
import { Question } from '../rules/engine/rule';

/** A rule of the user, and the same rule in the form that the checks use. */
interface Entry {
  readonly given: IRule;
  readonly question: Question;
}

// Beside the tree, as the target version is.
const books = new WeakMap<IConstruct, RuleBook>();

/**
 * Adds rules of your own to the rules of this library.
 *
 * Synth checks them on the same pods: those with a `NativeSidecar`, a `PodLifecycle` or a workload class of this library, and all pods below a scope after
 * `PodLifecycle.checkAll(scope)`. `PodLifecycle.of(workload).findings` returns their findings, an error stops synth, and
 * `PodLifecycle.of(workload).acknowledge(id, reason)` acknowledges one.
 *
 * @exampleMetadata fixture=workload
 * @example
 * declare const rule: IRule;
 * RuleBook.of(app).add(rule);
 */
export class RuleBook {
  /**
   * Returns the rule book of a scope. Its rules apply to every pod below the scope, in addition to the rules of the scopes above.
   * @param scope an app, a chart or a workload
   */
  public static of(scope: IConstruct): RuleBook {
    checkValue('the scope of a rule book', scope, required(CONSTRUCT));
    const book = books.get(scope) ?? new RuleBook(scope);
    books.set(scope, book);
    return book;
  }

  private readonly scope: IConstruct;
  private readonly entries: Entry[] = [];

  private constructor(scope: IConstruct) {
    this.scope = scope;
  }

  /** Your rules that apply to the scope: the rules of the scopes above first, and each scope's rules in the order in which you added them. */
  public get rules(): IRule[] {
    return entriesOf(this.scope).map(entry => entry.given);
  }

  /**
   * Adds a rule of your own.
   *
   * Throws when the id is reserved for this library, or when a rule with that id already applies to the scope.
   *
   * @param rule the rule
   */
  public add(rule: IRule): void {
    checkValue(`a rule of '${this.scope.node.path}'`, rule, required(having(['check'], "an object with an id and a method 'check'")));
    const entry = { given: rule, question: questionFrom(rule) };
    const existing = entriesOf(this.scope);
    if (existing.some(other => other.given === rule)) {
      throw new Error(`the object with rule '${entry.question.id}' already applies to '${this.scope.node.path || 'the app'}': add each rule once, as an object of its own `
        + '(in Go, give its struct a field, because structs without fields share one address)');
    }
    if (existing.some(other => other.question.id === entry.question.id)) {
      throw new Error(`rule '${entry.question.id}' already applies to '${this.scope.node.path || 'the app'}': use another id`);
    }
    this.entries.push(entry);
  }

  /** The rules of this book alone. @internal */
  public get _entries(): readonly Entry[] {
    return this.entries;
  }
}

/** The user's rules that apply to a construct. */
export function ownRulesOf(construct: IConstruct): Question[] {
  return entriesOf(construct).map(entry => entry.question);
}

function entriesOf(construct: IConstruct): Entry[] {
  const entries: Entry[] = [];
  for (let scope: IConstruct | undefined = construct; scope; scope = scope.node.scope) {
    const book = books.get(scope);
    if (book) {
      entries.unshift(...book._entries);
    }
  }
  return entries;
}
