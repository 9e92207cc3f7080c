import * as fc from 'fast-check';
import { describeCycle, OrderEdge, sortByOrder } from '../../src/kubernetes/order';
import { forAll } from '../for-all';

/** `a>b` is `a comes after b`. */
function sort(names: string, ...edges: string[]) {
  return sortByOrder(items(names), edges.map(text => {
    const [item, after] = text.split('>');
    return { item, after };
  }));
}

function items(names: string) {
  return names.split(' ').filter(name => name !== '').map(name => ({ name }));
}

describe('sorting', () => {
  test.each([
    ['nothing', '', [], ''],
    ['items without wishes stay where they are', 'c a b', [], 'c a b'],
    ['a wish that is met already changes nothing', 'a b c', ['c>a'], 'a b c'],
    ['an item moves back until its wish is met, the others stay', 'a b c', ['a>c'], 'b c a'],
    ['an item that was waited for lets the waiting one go at once', 'a b c d', ['a>b'], 'b a c d'],
    ['a chain against the order is turned round', 'a b c', ['a>b', 'b>c'], 'c b a'],
    ['one item after several', 'app proxy logs', ['app>logs', 'app>proxy'], 'proxy logs app'],
    ['of those that may go, the earliest goes first', 'd c b a', ['c>a', 'd>a'], 'b a d c'],
    ['saying a thing twice does no harm', 'a b', ['a>b', 'a>b'], 'b a'],
  ])('%s', (_, names, edges, expected) => {
    expect(sort(names, ...edges)).toEqual({ kind: 'sorted', items: items(expected) });
  });

  test('the items themselves come back, not copies', () => {
    const [web, proxy] = [{ name: 'web', port: 8080 }, { name: 'proxy', port: 15021 }];

    const result = sortByOrder([web, proxy], [{ item: 'web', after: 'proxy' }]);

    expect(result.kind === 'sorted' && result.items[0] === proxy && result.items[1] === web).toBe(true);
  });

  test('names like those of object members are names like any other', () => {
    expect(sort('constructor __proto__', 'constructor>__proto__')).toEqual({ kind: 'sorted', items: items('__proto__ constructor') });
  });
});

describe('a cycle', () => {
  test.each([
    ['an item after itself', 'a b', ['b>b'], ['b', 'b']],
    ['two after each other', 'a b', ['b>a', 'a>b'], ['a', 'b', 'a']],
    ['told from its earliest member on, each name after the next one', 'c a b', ['a>b', 'b>c', 'c>a'], ['c', 'a', 'b', 'c']],
    ['without those who only wait for it', 'x a b y', ['x>a', 'a>b', 'b>a', 'b>y'], ['a', 'b', 'a']],
  ])('is named: %s', (_, names, edges, cycle) => {
    expect(sort(names, ...edges)).toEqual({ kind: 'cycle', cycle });
  });

  test('is spelled out for people', () => {
    expect(describeCycle(['a', 'b', 'a'])).toBe("'a' → 'b' → 'a'");
  });
});

describe('names', () => {
  test('that nobody has are reported once, beside those that there are', () => {
    expect(sort('a b', 'a>ghost', 'spook>b', 'b>ghost')).toEqual({ kind: 'unknown', unknown: ['ghost', 'spook'], known: ['a', 'b'] });
  });

  test('that two items share are refused', () => {
    expect(() => sort('a b a')).toThrow("two items have the name 'a': rename one of them");
  });
});

describe('for any items and edges', () => {
  const size = fc.integer({ min: 1, max: 14 });
  const somePair = (count: number) => fc.tuple(fc.nat(count - 1), fc.nat(count - 1));
  const named = (count: number) => Array.from({ length: count }, (_, index) => ({ name: `n${index}` }));
  const edge = ([item, after]: [number, number]): OrderEdge => ({ item: `n${item}`, after: `n${after}` });

  /** Edges along a hidden order, so that there is no cycle. */
  const acyclic = size.chain(count => fc.record({
    nodes: fc.constant(named(count)),
    edges: fc.shuffledSubarray(Array.from({ length: count }, (_, index) => index), { minLength: count })
      .chain(hidden => fc.array(somePair(count), { maxLength: 30 })
        .map(pairs => pairs.filter(([a, b]) => a !== b).map(([a, b]) => edge([hidden[Math.max(a, b)], hidden[Math.min(a, b)]])))),
  }));
  const anything = size.chain(count => fc.record({
    nodes: fc.constant(named(count)),
    edges: fc.array(somePair(count).map(edge), { maxLength: 20 }),
  }));

  function sortedNames(nodes: { name: string }[], edges: OrderEdge[]): string[] {
    const result = sortByOrder(nodes, edges);
    return result.kind === 'sorted' ? result.items.map(item => item.name) : [];
  }

  test('the result has the same items, and every edge is respected', () => {
    forAll(fc.property(acyclic, ({ nodes, edges }) => {
      const names = sortedNames(nodes, edges);

      expect([...names].sort()).toEqual(nodes.map(node => node.name).sort());
      expect(edges.filter(({ item, after }) => names.indexOf(item) < names.indexOf(after))).toEqual([]);
    }));
  });

  test('without edges nothing moves', () => {
    forAll(fc.property(fc.uniqueArray(fc.string()), names => {
      expect(sortedNames(names.map(name => ({ name })), [])).toEqual(names);
    }));
  });

  test('each place is taken by the earliest item that waits for nobody', () => {
    forAll(fc.property(acyclic, ({ nodes, edges }) => {
      const rest = nodes.map(node => node.name);
      for (const name of sortedNames(nodes, edges)) {
        const earliest = rest.find(item => !edges.some(wish => wish.item === item && rest.includes(wish.after)));
        expect(name).toBe(earliest);
        rest.splice(rest.indexOf(name), 1);
      }
    }));
  });

  test('sorting what is sorted changes nothing, nor does the order of the edges', () => {
    forAll(fc.property(acyclic, ({ nodes, edges }) => {
      const names = sortedNames(nodes, edges);

      expect(sortedNames(names.map(name => ({ name })), [...edges].reverse())).toEqual(names);
      expect(sortedNames(nodes, [...edges].reverse())).toEqual(names);
    }));
  });

  test('either all is sorted, or a cycle is reported, and it is one', () => {
    forAll(fc.property(anything, ({ nodes, edges }) => {
      const result = sortByOrder(nodes, edges);
      if (result.kind !== 'cycle') {
        expect(edges.every(({ item, after }) => sortedNames(nodes, edges).indexOf(item) > sortedNames(nodes, edges).indexOf(after))).toBe(true);
        return;
      }
      const { cycle } = result;
      const steps = cycle.slice(1).map((after, index) => ({ item: cycle[index], after }));

      expect(cycle[0]).toBe(cycle[cycle.length - 1]);
      expect(new Set(cycle).size).toBe(cycle.length - 1);
      expect(edges).toEqual(expect.arrayContaining(steps));
    }));
  });

  test('closing a chain of any length is always found', () => {
    forAll(fc.property(acyclic, size, ({ nodes, edges }, length) => {
      const ring = nodes.slice(0, length).map(node => node.name);
      const closed = ring.map((item, index) => ({ item, after: ring[(index + 1) % ring.length] }));

      expect(sortByOrder(nodes, [...edges, ...closed]).kind).toBe('cycle');
    }));
  });
});

test('thirty thousand items in reverse are no trouble', () => {
  const nodes = Array.from({ length: 30_000 }, (_, index) => ({ name: `n${index}` }));
  const edges = nodes.slice(1).map((node, index) => ({ item: `n${index}`, after: node.name }));

  expect(sortByOrder(nodes, edges)).toEqual({ kind: 'sorted', items: [...nodes].reverse() });
});
