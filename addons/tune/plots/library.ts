/**
 * The parts of ECharts that the plots use. `bundle.mjs` replaces this module by a bundle, so that stele does not depend
 * on the ECharts package.
 */
import { BarChart, CustomChart, type CustomSeriesOption, LineChart } from 'echarts/charts';
import { GridComponent, LegendComponent, MarkLineComponent, TitleComponent } from 'echarts/components';
import { init, use } from 'echarts/core';
import { SVGRenderer } from 'echarts/renderers';

use([BarChart, CustomChart, LineChart, GridComponent, LegendComponent, MarkLineComponent, TitleComponent, SVGRenderer]);

/** The description of a chart, as ECharts calls it. */
export type Option = Parameters<ReturnType<typeof init>['setOption']>[0];

export type CustomSeries = CustomSeriesOption;

/** @returns the SVG element. Cost: some milliseconds. */
export function renderSvg(option: Option, width: number, height: number): string {
  const chart = init(null, null, { renderer: 'svg', ssr: true, width, height });
  try {
    chart.setOption(option);
    return chart.renderToSVGString();
  } finally {
    // The timer of the chart would keep the process alive.
    chart.dispose();
  }
}
