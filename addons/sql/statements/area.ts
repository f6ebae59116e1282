/**
 * Places → SQL, by the formula that the index compares with (src/content/model/area), and without any extension.
 */
import {
  type Area,
  type Borders,
  bordersOf,
  EARTH_RADIUS,
  HALF_ANGLE,
  haversineOfMetres,
  LOCATION_LIMITS,
  type Location,
  longitudeScale,
  type Origin,
  originOf,
  UNITS_PER_DEGREE,
} from '../../../src/content/model/index.js';
import type { Parameters } from './parameters.js';

/** A coordinate in degrees. */
const coordinateSql = (column: string, name: keyof Location): string => `${column}[${name === 'longitude' ? 0 : 1}]`;

/** The same in whole units. */
const unitsSql = (column: string, name: keyof Location): string =>
  `round(${coordinateSql(column, name)} * ${UNITS_PER_DEGREE})`;

const pole = LOCATION_LIMITS.latitude * UNITS_PER_DEGREE;
const antimeridian = LOCATION_LIMITS.longitude * UNITS_PER_DEGREE;

/** In whole units, and of the antimeridian's two numbers the one that distances are reckoned with. */
const longitudeSql = (column: string): string =>
  `coalesce(nullif(${unitsSql(column, 'longitude')}, ${-antimeridian}), ${antimeridian})`;

/** @returns the haversine of how far the place in the column is from the origin */
export function haversineSql(column: string, origin: Origin, parameters: Parameters): string {
  const latitude = unitsSql(column, 'latitude');
  const angle = parameters.add(HALF_ANGLE, 'float8');
  const longitudeDistance = `abs(${longitudeSql(column)} - ${parameters.add(origin.longitude, 'float8')})`;
  const northwards = `sin(abs(${latitude} - ${parameters.add(origin.latitude, 'float8')}) * ${angle})`;
  const eastwards = `sin(least(${longitudeDistance}, ${2 * antimeridian} - ${longitudeDistance}) * ${angle})`;
  const parallelScale = `sin((${pole} - abs(${latitude})) * 2 * ${angle}) * ${parameters.add(longitudeScale(origin.latitude), 'float8')}`;
  return `(power(${northwards}, 2) + ${parallelScale} * power(${eastwards}, 2))`;
}

/** Wider than the circle by more than floats tell apart. */
const boxMarginDegrees = 1e-6;

/** @returns a box that holds the circle, in degrees; undefined where it would be round a pole or over the antimeridian */
function boundingBox({ centre, metres }: Extract<Area, { shape: 'circle' }>): Borders | undefined {
  const angularRadius = metres / EARTH_RADIUS;
  const degrees = (angle: number): number => (angle * 180) / Math.PI + boxMarginDegrees;
  const [south, north] = [centre.latitude - degrees(angularRadius), centre.latitude + degrees(angularRadius)];
  if (south < -LOCATION_LIMITS.latitude || north > LOCATION_LIMITS.latitude) return undefined;
  const longitudeSine = Math.sin(angularRadius) / Math.cos((centre.latitude * Math.PI) / 180);
  const width = degrees(Math.asin(Math.min(1, longitudeSine)));
  const [west, east] = [centre.longitude - width, centre.longitude + width];
  return west < -LOCATION_LIMITS.longitude || east > LOCATION_LIMITS.longitude
    ? undefined
    : { west, south, east, north };
}

/** What an index is asked: it may hold a little more. @param borders in degrees, not over the antimeridian */
function boxSql(column: string, { west, south, east, north }: Borders, parameters: Parameters): string {
  const [left, low, right, high] = [
    west - boxMarginDegrees,
    south - boxMarginDegrees,
    east + boxMarginDegrees,
    north + boxMarginDegrees,
  ].map((border) => parameters.add(border, 'float8'));
  return `${column} <@ box(point(${left}, ${low}), point(${right}, ${high}))`;
}

/** Whether the place in the column lies in the area. */
export function areaSql(column: string, area: Area, parameters: Parameters): string {
  if (area.shape === 'circle') {
    const box = boundingBox(area);
    const maximumHaversine = parameters.add(haversineOfMetres(area.metres), 'float8');
    const isInsideCircle = `${haversineSql(column, originOf(area.centre), parameters)} <= ${maximumHaversine}`;
    return box === undefined ? isInsideCircle : `(${boxSql(column, box, parameters)} AND ${isInsideCircle})`;
  }
  return `(${boxAreaSql(column, bordersOf(area), parameters)})`;
}

/** Whether it lies in a box: of one over the antimeridian, an index is asked for either side of it. */
function boxAreaSql(column: string, borders: Borders, parameters: Parameters): string {
  const west = borders.west / UNITS_PER_DEGREE;
  const south = borders.south / UNITS_PER_DEGREE;
  const east = borders.east / UNITS_PER_DEGREE;
  const north = borders.north / UNITS_PER_DEGREE;
  const crosses = west > east;
  const maximumLongitude = LOCATION_LIMITS.longitude;
  const boxCondition = crosses
    ? `(${boxSql(column, { west, south, east: maximumLongitude, north }, parameters)} OR ${boxSql(column, { west: -maximumLongitude, south, east, north }, parameters)})`
    : boxSql(column, { west, south, east, north }, parameters);
  const [w, s, e, n] = [west, south, east, north].map((border) => parameters.add(border, 'float8'));
  const [latitude, longitude] = [coordinateSql(column, 'latitude'), coordinateSql(column, 'longitude')];
  return `${boxCondition} AND ${latitude} BETWEEN ${s} AND ${n} AND (${longitude} >= ${w} ${crosses ? 'OR' : 'AND'} ${longitude} <= ${e})`;
}
