import { validator } from './cli/lazy';
import type { LifecycleValidationProps, SynthValidationContext } from './cli/validation';

/**
 * Checks the manifests that `cdk8s synth` writes against the rules of `cdk8s-sidecars check`. This is a plugin of cdk8s-cli: name it in cdk8s.yaml.
 *
 * cdk8s-cli runs on Node.js and loads its plugins itself, whatever language the app is written in. The packages for other languages therefore do not contain
 * this class.
 *
 * @jsii ignore
 */
export class LifecycleValidation {
  private readonly check: (context: SynthValidationContext) => Promise<void>;

  /** @param props the values under `properties` in cdk8s.yaml */
  public constructor(props: LifecycleValidationProps = {}) {
    this.check = validator()(props);
  }

  /** Checks all pods against all rules, and submits the report. */
  public async validate(context: SynthValidationContext): Promise<void> {
    await this.check(context);
  }
}
