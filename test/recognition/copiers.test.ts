import { folders, helpers, mounting, running } from './pods';

describe('one that keeps copying what another one writes', () => {
  const claim = (name: string) => ({ name, persistentVolumeClaim: { claimName: name } });
  const game = mounting({ '/saves': 'saves' }, { name: 'game', image: 'acme/game:1', ports: [{ containerPort: 7000 }] });
  const copier = (text: string, path = '/saves:ro') => mounting({ [path]: 'saves', '/kept': 'kept' }, { name: 'copies', image: 'alpine:3.22', command: ['sh', '-c', text] });
  const again = (text: string) => `while true; do ${text}; inotifywait -r /saves; done`;
  const found = (container: object, volumes: object[] = [claim('saves'), claim('kept')]) => helpers(running([game, container as never], { volumes }));

  test('to a volume of its own, or to a store, ships it', () => {
    expect(found(copier(again('rsync -a /saves/ /kept/')))).toEqual(['copies: shipper']);
    expect(found(copier(again('cp -r /saves/slots /kept/slots')))).toEqual(['copies: shipper']);
    expect(found(copier(again('mc mirror --overwrite /saves store/saves')))).toEqual(['copies: shipper']);
    expect(found(copier(again('rsync -a /saves/ /kept/'), '/saves'), folders('saves', 'kept'))).toEqual(['copies: shipper']);
  });

  test('but not one that copies once, into the folder, or where it could write the originals', () => {
    expect(found(copier('rsync -a /saves/ /kept/'))).toEqual([]);
    expect(found(copier(again('rsync -a /kept/ /saves/'), '/saves'))).toEqual([]);
    expect(found(copier(again('rsync -a /saves/ /kept/'), '/saves'))).toEqual([]);
  });
});
