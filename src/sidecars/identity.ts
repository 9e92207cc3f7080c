import * as kplus from 'cdk8s-plus-28';
import { follow, isObject } from '../data/json';

/** A field of a manifest that is different in each workload. */
interface OwnField {
  readonly object: { [key: string]: any };
  readonly key: string;
  readonly value: string;
}

const ADDRESS = kplus.Pod.ADDRESS_LABEL;
const [NAME, ...ADDRESSES]: readonly (readonly string[])[] = [['metadata'], ['spec', 'template', 'metadata', 'labels'], ['spec', 'selector', 'matchLabels']];

/** What makes a manifest another one than that of a workload which is alike: its name, and the label by which cdk8s-plus finds its pods. */
export class Identity {
  private readonly name: readonly OwnField[];
  private readonly addresses: readonly OwnField[];
  private read = false;

  constructor(manifest: unknown) {
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

  /** Makes the manifest that of another workload. */
  public become(name: string | undefined, address: string | undefined): void {
    this.name.forEach(({ object, key }) => { object[key] = name; });
    this.addresses.forEach(({ object, key }) => { object[key] = address; });
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

function ownField(manifest: unknown, path: readonly string[], key: string): OwnField[] {
  const object = follow(manifest, path);
  return isObject(object) && typeof object[key] === 'string' ? [{ object, key, value: object[key] }] : [];
}
