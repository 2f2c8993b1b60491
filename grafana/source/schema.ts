// What a dashboard and a provisioning file of ours may hold, from Grafana's own types; .ci/dashboards puts each file behind
// it. Its enums are taken by value, as JSON has them, and panels told apart by type, so that a key that is unknown to one
// of them is an error.
import type * as grafana from '@grafana/schema';
import type * as stat from '@grafana/schema/dist/esm/raw/composable/stat/panelcfg/x/StatPanelCfg_types.gen';
import type * as table from '@grafana/schema/dist/esm/raw/composable/table/panelcfg/x/TablePanelCfg_types.gen';
import type * as timeseries from '@grafana/schema/dist/esm/raw/composable/timeseries/panelcfg/x/TimeSeriesPanelCfg_types.gen';

type Json<T> = T extends string
  ? `${T}`
  : T extends number
    ? number extends T
      ? number
      : `${T}` extends `${infer N extends number}`
        ? N
        : never
    : T extends (infer U)[]
      ? Json<U>[]
      : T extends object
        ? { [K in keyof T]: Json<T[K]> }
        : T;

// Prometheus' own type is not published; these are the fields of its query model that are used here.
interface Query {
  refId: string;
  datasource: { type: 'prometheus'; uid: '${datasource}' };
  expr: string;
  legendFormat: string;
  instant: boolean;
  range: boolean;
  format: 'time_series' | 'table';
}

interface Organize {
  id: 'organize';
  options: {
    excludeByName: Record<string, boolean>;
    indexByName: Record<string, number>;
    renameByName: Record<string, string>;
  };
}

type Fields<Custom> = Omit<grafana.FieldConfig, 'custom' | 'unit' | 'thresholds'> & {
  custom?: Custom;
  unit: string;
  thresholds: grafana.ThresholdsConfig;
};

type PanelOf<Type extends string, Options, Custom> = Omit<
  grafana.Panel,
  'type' | 'title' | 'description' | 'options' | 'fieldConfig' | 'targets' | 'datasource' | 'transformations'
> & {
  type: Type;
  title: string;
  description: string;
  datasource: Query['datasource'];
  targets: Query[];
  transformations?: Organize[];
  options: Options;
  fieldConfig: { defaults: Fields<Custom>; overrides: [] };
};

type Panel =
  | PanelOf<'timeseries', timeseries.Options, timeseries.FieldConfig>
  | PanelOf<'stat', Omit<stat.Options, 'text'>, never>
  | PanelOf<'table', table.Options, table.FieldConfig>
  | (Omit<grafana.RowPanel, 'panels'> & { panels: [] });

// titleFormat and textFormat are read by the Prometheus data source, whose types are not published.
type Annotation = Omit<grafana.AnnotationQuery, 'target' | 'snapshotData'> & {
  target: { refId: string; expr: string; interval: string };
  titleFormat: string;
  textFormat: string;
};

export type Dashboard = Json<
  Omit<grafana.Dashboard, 'panels' | 'annotations' | 'refresh' | 'uid'> & {
    uid: string;
    refresh: '5s';
    panels: Panel[];
    annotations: { list: Annotation[] };
  }
>;

// Of provisioning files Grafana publishes the type of jsonData alone; the rest is what its documentation lists.
export interface Datasources {
  apiVersion: 1;
  datasources: {
    name: string;
    uid: 'prometheus';
    type: 'prometheus';
    access: 'proxy' | 'direct';
    url: string;
    isDefault: boolean;
    editable: boolean;
    jsonData: grafana.DataSourceJsonData & { timeInterval: `${number}s`; httpMethod: 'POST' | 'GET' };
  }[];
}

export interface Dashboards {
  apiVersion: 1;
  providers: {
    name: string;
    folder: string;
    type: 'file';
    disableDeletion: boolean;
    allowUiUpdates: boolean;
    updateIntervalSeconds: number;
    options: { path: string };
  }[];
}
