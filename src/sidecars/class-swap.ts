type Constructor = new (...args: any[]) => object;

const swapped = new WeakMap<Constructor, Map<string, Constructor>>();
const originals = new WeakMap<Constructor, Constructor>();

/** The class that an object had before it got one of its own. */
export function originalClassOf(target: object): Constructor {
  let own = Object.getPrototypeOf(target).constructor as Constructor;
  for (let original = originals.get(own); original; original = originals.get(own)) {
    own = original;
  }
  return own;
}

/**
 * Gives an object a class of its own: a subclass of its class in which some methods are wrapped.
 *
 * Assigning the method on the object would not do: callers from other languages look methods up on the class. The same class wrapped for the same purpose is
 * made only once.
 *
 * @param wrap makes the new methods; `this` is the object, the argument calls the old method
 */
export function swapClass(target: object, purpose: string, wrap: { readonly [method: string]: (self: any, original: () => any) => any }): void {
  const Original = Object.getPrototypeOf(target).constructor as Constructor;
  const known = swapped.get(Original) ?? new Map<string, Constructor>();
  swapped.set(Original, known);
  let Wrapped = known.get(purpose);
  if (!Wrapped) {
    Wrapped = class extends Original {};
    Object.defineProperty(Wrapped, 'name', { value: Original.name });
    for (const [method, wrapper] of Object.entries(wrap)) {
      const original = Original.prototype[method] as (...args: any[]) => any;
      Object.defineProperty(Wrapped.prototype, method, {
        configurable: true,
        writable: true,
        value: function (this: object, ...args: any[]) {
          return wrapper(this, () => original.apply(this, args));
        },
      });
    }
    known.set(purpose, Wrapped);
    originals.set(Wrapped, Original);
  }
  Object.setPrototypeOf(target, Wrapped.prototype);
}
