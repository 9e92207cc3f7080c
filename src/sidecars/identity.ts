import * as kplus from 'cdk8s-plus-28';
import { follow, isObject, listOf } from '../data/json';
import { DataPath } from '../data/path';
import { forgetImage, ImageFact, watchImage } from '../kubernetes/image-of';

/** A field of a manifest that is different in each workload. */
interface OwnField {
  readonly object: { [key: string]: any };
  readonly key: string;
  readonly value: string;
}

const ADDRESS = kplus.Pod.ADDRESS_LABEL;
const CONTAINERS: DataPath = ['spec', 'template', 'spec', 'containers'];
const [NAME, ...ADDRESSES]: readonly DataPath[] = [['metadata'], ['spec', 'template', 'metadata', 'labels'], ['spec', 'selector', 'matchLabels']];

/** Where a manifest holds its identity, besides its name. */
export interface IdentityPlaces {
  /** The paths of the objects that hold an address. */
  readonly addressed: readonly DataPath[];
  /** The index of the container that has each image. */
  readonly containers: readonly number[];
}

/** What is different in each of several workloads that are alike. */
export interface OwnValues {
  readonly name: string | undefined;
  readonly address: string | undefined;
  readonly images: readonly string[];
}

/** What makes a manifest another one than that of a workload which is alike: its name, the label by which cdk8s-plus finds its pods, and the images of its containers. */
export class Identity {
  private readonly name: readonly OwnField[];
  private readonly addresses: readonly OwnField[];
  private readonly images: readonly OwnField[];
  private facts: readonly (readonly ImageFact[])[] = [];
  private read = false;
  private imageRead = false;

  constructor(private readonly manifest: unknown) {
    this.name = ownField(manifest, NAME, 'name');
    this.addresses = ADDRESSES.flatMap(path => ownField(manifest, path, ADDRESS));
    this.images = listOf(follow(manifest, CONTAINERS)).flatMap(container => ownField(container, [], 'image'));
  }

  /** Whether anything has looked at the name or the label while the identity was watched. */
  public get isRead(): boolean {
    return this.read;
  }

  /** What was asked about each image while the identity was watched; undefined if anything has looked at an image itself. */
  public get imageFacts(): readonly (readonly ImageFact[])[] | undefined {
    return this.imageRead ? undefined : this.facts;
  }

  /** Whether these are the addresses and images of the manifest, and no other part of it has one. */
  public isAlone(addresses: readonly string[], images: readonly string[]): boolean {
    return addresses.length === this.addresses.length && this.addresses.every(({ value }) => addresses.every(address => address === value))
      && images.length === this.images.length && this.images.every(({ value }, index) => value === images[index])
      && !this.places.containers.includes(-1);
  }

  /** Where the manifest holds its identity now. */
  public get places(): IdentityPlaces {
    const containers = follow(this.manifest, CONTAINERS);
    return {
      addressed: ADDRESSES.filter(path => this.addresses.some(({ object }) => object === follow(this.manifest, path))),
      containers: this.images.map(({ object }) => (Array.isArray(containers) ? containers.indexOf(object) : -1)),
    };
  }

  /** Does something with the manifest, and notices if it looks at the identity. */
  public watched<T>(work: () => T): T {
    const fields = [...this.name, ...this.addresses, ...this.images];
    this.facts = this.images.map(({ object }) => watchImage(object));
    [...this.name, ...this.addresses].forEach(field => watch(field, () => { this.read = true; }));
    this.images.forEach(field => watch(field, () => { this.imageRead = true; }));
    try {
      return work();
    } finally {
      fields.forEach(({ object, key, value }) => Object.defineProperty(object, key, { ...USUAL, writable: true, value }));
      this.images.forEach(({ object }) => forgetImage(object));
    }
  }
}

const USUAL = { configurable: true, enumerable: true };

function watch({ object, key, value }: OwnField, onRead: () => void): void {
  const get = () => {
    onRead();
    return value;
  };
  Object.defineProperty(object, key, { ...USUAL, get });
}

/** Makes a manifest that of another workload. */
export function giveIdentity(manifest: any, { name, address, images }: OwnValues, { addressed, containers }: IdentityPlaces): void {
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
  containers.forEach((place, index) => {
    manifest.spec.template.spec.containers[place].image = images[index];
  });
}

function ownField(manifest: unknown, path: DataPath, key: string): OwnField[] {
  const object = follow(manifest, path);
  return isObject(object) && typeof object[key] === 'string' ? [{ object, key, value: object[key] }] : [];
}
