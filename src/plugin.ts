import { validator } from './cli/lazy';
import type { LifecycleValidationProps, SynthValidationContext } from './cli/validation';

/**
 * Checks what `cdk8s synth` has written, by the rules of `cdk8s-sidecars check`: a plugin of cdk8s-cli, to be named in cdk8s.yaml.
 *
 * cdk8s-cli is written in TypeScript and loads its plugins itself, whatever language the app is written in. So this class is for JavaScript only, and the other
 * languages' packages do not have it.
 *
 * @jsii ignore
 */
export class LifecycleValidation {
  private readonly check: (context: SynthValidationContext) => Promise<void>;

  /** @param props what stands under `properties` */
  public constructor(props: LifecycleValidationProps = {}) {
    this.check = validator()(props);
  }

  /** Asks all rules about all pods, and submits the report. */
  public async validate(context: SynthValidationContext): Promise<void> {
    await this.check(context);
  }
}
