import { OtelSignal } from './otel-exporter-options';
import { OtelPart, partOf } from './private/otel-part';
import { checkValue, refusal } from '../caller/refusal';
import { NUMBER, required, TEXT, TEXT_MAPPING } from '../data/arguments';
import { sortedEntries } from '../data/sorted';

const ALL: readonly OtelSignal[] = [OtelSignal.TRACES, OtelSignal.METRICS, OtelSignal.LOGS];

/** What changes the telemetry on its way. The collector applies processors in the order of the list, after its memory limiter and before it makes batches. */
export class OtelProcessor {
  /**
   * Adds attributes to the resource of all telemetry. `${env:NAME}` refers to an environment variable of the sidecar.
   * @param attributes the attributes, for example `{ 'deployment.environment.name': 'production' }`
   */
  public static resource(attributes: { [name: string]: string }): OtelProcessor {
    checkValue('the attributes of a resource processor', attributes, required(TEXT_MAPPING));
    return new OtelProcessor('resource', { attributes: sortedEntries(attributes).map(([key, value]) => ({ key, value, action: 'upsert' })) }, ALL);
  }

  /**
   * Keeps a share of the traces. All spans of a trace have the same fate in every collector with the same percentage.
   * @param percentage the share to keep, from 0 to 100
   */
  public static sampling(percentage: number): OtelProcessor {
    checkValue('the percentage of a sampling processor', percentage, required(NUMBER));
    if (percentage < 0 || percentage > 100) {
      throw refusal`the percentage of a sampling processor is ${percentage}: set a number from 0 to 100`;
    }
    return new OtelProcessor('probabilistic_sampler', { sampling_percentage: percentage }, [OtelSignal.TRACES]);
  }

  /**
   * Uses another processor. The image must contain it.
   * @param type the type of the processor, for example `attributes`
   * @param settings the settings of the processor, with the names that the collector uses
   * @param signals the kinds of telemetry that it changes; by default all
   */
  public static custom(type: string, settings: { [key: string]: any } = {}, signals?: OtelSignal[]): OtelProcessor {
    return new OtelProcessor(type, settings, signals ?? ALL);
  }

  /**
   * What the configuration needs to know.
   * @internal
   */
  public readonly _part: OtelPart;

  private constructor(type: string, settings: { readonly [key: string]: any }, signals: readonly OtelSignal[]) {
    this._part = partOf('processor', type, settings, signals);
  }
}

/** A source of telemetry beside OTLP. */
export class OtelReceiver {
  /**
   * Scrapes metrics of the app in the format of Prometheus.
   * @param port the port of the app
   * @param path the path of the metrics; by default `/metrics`
   */
  public static prometheus(port: number, path?: string): OtelReceiver {
    checkValue('the port of a Prometheus receiver', port, required(NUMBER, '8080'));
    checkValue('the path of a Prometheus receiver', path, TEXT);
    const target = { job_name: 'app', scrape_interval: '15s', metrics_path: path ?? '/metrics', static_configs: [{ targets: [`127.0.0.1:${port}`] }] };
    return new OtelReceiver('prometheus', { config: { scrape_configs: [target] } }, [OtelSignal.METRICS]);
  }

  /**
   * Uses another receiver. The image must contain it. Let it listen on 127.0.0.1.
   * @param type the type of the receiver, for example `zipkin`
   * @param settings the settings of the receiver, with the names that the collector uses
   * @param signals the kinds of telemetry that it receives
   */
  public static custom(type: string, settings: { [key: string]: any }, signals: OtelSignal[]): OtelReceiver {
    return new OtelReceiver(type, settings, signals);
  }

  /**
   * What the configuration needs to know.
   * @internal
   */
  public readonly _part: OtelPart;

  private constructor(type: string, settings: { readonly [key: string]: any }, signals: readonly OtelSignal[]) {
    this._part = partOf('receiver', type, settings, signals);
  }
}

/** A capability of the collector beside its pipelines, such as authentication. */
export class OtelExtension {
  /**
   * Uses an extension. The image must contain it: the default image has no extension for authentication, the image with `-contrib` has.
   * @param type the type of the extension, for example `bearertokenauth`
   * @param settings the settings of the extension, with the names that the collector uses
   */
  public static custom(type: string, settings: { [key: string]: any } = {}): OtelExtension {
    return new OtelExtension(type, settings);
  }

  /**
   * What the configuration needs to know.
   * @internal
   */
  public readonly _part: OtelPart;

  private constructor(type: string, settings: { readonly [key: string]: any }) {
    this._part = partOf('extension', type, settings, ALL);
  }
}
