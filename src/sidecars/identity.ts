import * as kplus from 'cdk8s-plus-28';
import { follow, isObject } from '../data/json';
import { DataPath } from '../data/path';

/** A field of a manifest that is different in each workload. */
interface OwnField {
  readonly object: { [key: string]: any };
  readonly key: string;
  readonly value: string;
}

const ADDRESS = kplus.Pod.ADDRESS_LABEL;
const [NAME, ...ADDRESSES]: readonly DataPath[] = [['metadata'], ['spec', 'template', 'metadata', 'labels'], ['spec', 'selector', 'matchLabels']];

/** What makes a manifest another one than that of a workload which is alike: its name, and the label by which cdk8s-plus finds its pods. */
export class Identity {
  private readonly name: readonly OwnField[];
  private readonly addresses: readonly OwnField[];
  private read = false;

  constructor(private readonly manifest: unknown) {
    this.name = ownField(manifest, NAME, 'name');
    this.addresses = ADDRESSES.flatMap(path => ownField(manifest, path, ADDRESS));
  }

  /** Whether anything has looked at the identity while it was watched. */
  public get isRead(): boolean {
    return this.read;
  }

  /** Whether these are the addresses of the manifest, and no other part of it has one. */
  public isAlone(addresses: readonly string[]): boolean {
    return addresses.length === this.addresses.length && this.addresses.every(({ value }) => addresses.every(address => address === value));
  }

  /** The paths of the objects that hold an address. */
  public get addressed(): DataPath[] {
    return ADDRESSES.filter(path => this.addresses.some(({ object }) => object === follow(this.manifest, path)));
  }

  /** Does something with the manifest, and notices if it looks at the identity. */
  public watched<T>(work: () => T): T {
    const fields = [...this.name, ...this.addresses];
    const usual = { configurable: true, enumerable: true };
    const look = (value: string) => {
      this.read = true;
      return value;
    };
    fields.forEach(({ object, key, value }) => Object.defineProperty(object, key, { ...usual, get: () => look(value) }));
    try {
      return work();
    } finally {
      fields.forEach(({ object, key, value }) => Object.defineProperty(object, key, { ...usual, writable: true, value }));
    }
  }
}

/** Makes a manifest that of another workload. */
export function giveIdentity(manifest: any, name: string | undefined, address: string | undefined, addressed: readonly DataPath[]): void {
  if (name !== undefined) {
    manifest.metadata.name = name;
  }
  for (const path of addressed) {
    let holder = manifest;
    for (const key of path) {
      holder = holder[key];
    }
    holder[ADDRESS] = address;
  }
}

function ownField(manifest: unknown, path: DataPath, key: string): OwnField[] {
  const object = follow(manifest, path);
  return isObject(object) && typeof object[key] === 'string' ? [{ object, key, value: object[key] }] : [];
}
