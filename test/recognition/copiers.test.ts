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

describe('one with a client of a remote store', () => {
  const site = mounting({ '/var/log/nginx': 'logs' }, { name: 'site', image: 'acme/site:1', ports: [{ containerPort: 80 }] });
  const client = (image: string, text: string, path = '/var/log/nginx') => mounting({ [path]: 'logs' }, { name: 'syncs', image, command: ['sh', '-c', text] });
  const found = (container: object) => helpers(running([site, container as never], { volumes: folders('logs') }));
  const LOOP = 'while true; do sh /scripts/sync.sh; sleep 10; done';

  test('ships the logs in its folder by a script again and again, although the script is not in the input', () => {
    expect(found(client('amazon/aws-cli:2.15.0', LOOP))).toEqual(['syncs: shipper']);
    expect(found(client('rclone/rclone:1.68', LOOP))).toEqual(['syncs: shipper']);
  });

  test('but not from another folder, once, by another image, or from the store', () => {
    expect(found(client('amazon/aws-cli:2.15.0', LOOP, '/data'))).toEqual([]);
    expect(found(client('amazon/aws-cli:2.15.0', 'sh /scripts/sync.sh'))).toEqual([]);
    expect(found(client('acme/tools:1', LOOP))).toEqual([]);
    expect(found(client('amazon/aws-cli:2.15.0', 'while true; do aws s3 sync s3://pages /var/log/nginx; sleep 10; done'))).not.toEqual(['syncs: shipper']);
  });
});
