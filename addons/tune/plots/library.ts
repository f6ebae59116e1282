/**
 * The parts of ECharts that plots need: what compiling puts into one file, so that nothing else of it is installed with stele.
 */
import { BarChart, CustomChart, type CustomSeriesOption, LineChart } from 'echarts/charts';
import { GridComponent, LegendComponent, MarkLineComponent, TitleComponent } from 'echarts/components';
import { init, use } from 'echarts/core';
import { SVGRenderer } from 'echarts/renderers';

use([BarChart, CustomChart, LineChart, GridComponent, LegendComponent, MarkLineComponent, TitleComponent, SVGRenderer]);

/** What a plot is to ECharts. */
export type Option = Parameters<ReturnType<typeof init>['setOption']>[0];

export type CustomSeries = CustomSeriesOption;

/** @returns the SVG element. Cost: some milliseconds. */
export function renderSvg(option: Option, width: number, height: number): string {
  const chart = init(null, null, { renderer: 'svg', ssr: true, width, height });
  try {
    chart.setOption(option);
    return chart.renderToSVGString();
  } finally {
    // Its clock would keep the process alive.
    chart.dispose();
  }
}
