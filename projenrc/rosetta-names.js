// What jsii-rosetta does not know about names, so that its samples in Go would not compile.

/** `ts.SymbolFlags.Method`; rosetta has a compiler of its own. */
const METHOD = 8192;

/** A public class that has the members of an internal one, which is named by its file: 'src/sidecars/pod-preview:PodPreview'. */
function publicClassFor({ types = {} }, symbolId) {
  const file = `${symbolId.split(':')[0]}.ts`;
  const heir = Object.values(types).find(({ methods = [], properties = [] }) => [...methods, ...properties].some(({ locationInModule }) => locationInModule?.filename === file));
  return heir?.fqn;
}

/** Members that a class inherits from an internal one are those of the public class in the assembly, but are declared in the internal one. Rosetta would leave them in lower case. */
function knowInheritedMembers(assemblies) {
  const { resolveSymbolIdFqn } = assemblies;
  assemblies.resolveSymbolIdFqn = (lookup, symbolId) => resolveSymbolIdFqn(lookup, symbolId) ?? publicClassFor(lookup.assembly, symbolId);
}

/** A method is no pointer. Rosetta takes one for a pointer when it has met it before: `Duration_*Seconds`. */
function neverDereferenceMethods({ GoVisitor: { prototype } }) {
  const { goName } = prototype;
  prototype.goName = function (name, renderer, symbol) {
    const text = goName.call(this, name, renderer, symbol);
    return symbol !== undefined && (symbol.flags & METHOD) !== 0 ? text.replace(/^\*/, '') : text;
  };
}

module.exports = { knowInheritedMembers, neverDereferenceMethods };
