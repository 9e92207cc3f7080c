// A build step is plain JavaScript.
const { withoutDictionaries } = jest.requireActual('../../projenrc/pacmak');

const ANY = 'typing.Dict[builtins.str, typing.Any]';

test('lists and maps of structs in the Python package accept no dictionaries, whose keys jsii would drop', () => {
  expect(withoutDictionaries(`outputs: typing.Sequence[typing.Union["FluentBitOutput", ${ANY}]],`)).toBe('outputs: typing.Sequence["FluentBitOutput"],');
  expect(withoutDictionaries(`ports: typing.Optional[typing.Sequence[typing.Union[_cdk8s_plus_28_5f099810.ContainerPort, ${ANY}]]] = None,`))
    .toBe('ports: typing.Optional[typing.Sequence[_cdk8s_plus_28_5f099810.ContainerPort]] = None,');
});

test('the values of a map are checked, which the type checks of jsii do for a Dict and not for a Mapping', () => {
  expect(withoutDictionaries(`containers: typing.Optional[typing.Mapping[builtins.str, typing.Union["ContainerBehavior", ${ANY}]]] = None,`))
    .toBe('containers: typing.Optional[typing.Dict[builtins.str, "ContainerBehavior"]] = None,');
});

test('a struct that is an argument of its own may be a dictionary, because the package turns it into the struct and refuses unknown keys', () => {
  const resources = `resources: typing.Optional[typing.Union["ContainerResources", ${ANY}]] = None,`;

  expect(withoutDictionaries(resources)).toBe(resources);
});
