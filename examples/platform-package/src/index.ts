export { AcmeApp } from './acme-app';
export { AcmeService, type AcmeServiceProps } from './acme-service';
