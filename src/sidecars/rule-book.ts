import { IConstruct } from 'constructs';
import { IRule, questionFrom } from '../rules/engine/own-rule';
import { Question } from '../rules/engine/rule';

/** A user's rule, as it was given and as it is asked. */
interface Entry {
  readonly given: IRule;
  readonly asked: Question;
}

// Beside the tree, as the target version is.
const books = new WeakMap<IConstruct, RuleBook>();

/**
 * The rules of your own, beside those that this library has.
 *
 * They are checked at synth on the same pods as the others: those with a `NativeSidecar`, a `PodLifecycle` or a class of this library, and on all of them below
 * a scope with `PodLifecycle.checkAll(scope)`. Their findings stand in `PodLifecycle.of(workload).findings`, an error stops synth, and
 * `PodLifecycle.of(workload).acknowledge(id, reason)` accepts one.
 */
export class RuleBook {
  /**
   * The rule book of a scope. Its rules hold for every pod below the scope, together with those of the scopes above.
   * @param scope an app, a chart or a workload
   */
  public static of(scope: IConstruct): RuleBook {
    const book = books.get(scope) ?? new RuleBook(scope);
    books.set(scope, book);
    return book;
  }

  private readonly scope: IConstruct;
  private readonly entries: Entry[] = [];

  private constructor(scope: IConstruct) {
    this.scope = scope;
  }

  /** Your rules that hold here: those of the scopes above first, each scope's in the order in which they were added. */
  public get rules(): IRule[] {
    return entriesOf(this.scope).map(entry => entry.given);
  }

  /**
   * Adds a rule of your own.
   *
   * Throws when its id is not one of your own, or when a rule of that id holds here already.
   *
   * @param rule the rule
   */
  public add(rule: IRule): void {
    const entry = { given: rule, asked: questionFrom(rule) };
    if (entriesOf(this.scope).some(other => other.asked.id === entry.asked.id)) {
      throw new Error(`a rule '${entry.asked.id}' holds for '${this.scope.node.path || 'the app'}' already: give this one another id`);
    }
    this.entries.push(entry);
  }

  /** The rules that were added to this very book. @internal */
  public get _entries(): readonly Entry[] {
    return this.entries;
  }
}

/** The user's rules that hold for a construct. */
export function ownRulesOf(construct: IConstruct): Question[] {
  return entriesOf(construct).map(entry => entry.asked);
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
