/**
 * Conditions and distances on locations → SQL, with the formula of the index (src/content/model/values/area) and no extension.
 *
 * A point column has longitude [0] and latitude [1] in degrees; the formula uses whole units of the model.
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

/** @returns SQL for a coordinate in degrees */
const coordinateSql = (column: string, name: keyof Location): string => `${column}[${name === 'longitude' ? 0 : 1}]`;

/** @returns SQL for a coordinate in whole units */
const unitsSql = (column: string, name: keyof Location): string =>
  `round(${coordinateSql(column, name)} * ${UNITS_PER_DEGREE})`;

const pole = LOCATION_LIMITS.latitude * UNITS_PER_DEGREE;
const antimeridian = LOCATION_LIMITS.longitude * UNITS_PER_DEGREE;

/** @returns SQL for the longitude in whole units; the antimeridian is always +180°, as in the index */
const longitudeSql = (column: string): string =>
  `coalesce(nullif(${unitsSql(column, 'longitude')}, ${-antimeridian}), ${antimeridian})`;

/** @returns SQL for the haversine of the distance between the column's location and the origin */
export function haversineSql(column: string, origin: Origin, parameters: Parameters): string {
  const latitude = unitsSql(column, 'latitude');
  const angle = parameters.add(HALF_ANGLE, 'float8');
  const longitudeDistance = `abs(${longitudeSql(column)} - ${parameters.add(origin.longitude, 'float8')})`;
  const northwards = `sin(abs(${latitude} - ${parameters.add(origin.latitude, 'float8')}) * ${angle})`;
  const eastwards = `sin(least(${longitudeDistance}, ${2 * antimeridian} - ${longitudeDistance}) * ${angle})`;
  const parallelScale = `sin((${pole} - abs(${latitude})) * 2 * ${angle}) * ${parameters.add(longitudeScale(origin.latitude), 'float8')}`;
  return `(power(${northwards}, 2) + ${parallelScale} * power(${eastwards}, 2))`;
}

/** Degrees by which a box is larger than its circle, more than rounding errors. */
const boxMarginDegrees = 1e-6;

/** @returns a box around the circle, in degrees; undefined if it contains a pole or crosses the antimeridian */
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

/** A condition for the index, slightly too wide. Borders are in degrees, and not across the antimeridian. */
function boxSql(column: string, { west, south, east, north }: Borders, parameters: Parameters): string {
  const [left, low, right, high] = [
    west - boxMarginDegrees,
    south - boxMarginDegrees,
    east + boxMarginDegrees,
    north + boxMarginDegrees,
  ].map((border) => parameters.add(border, 'float8'));
  return `${column} <@ box(point(${left}, ${low}), point(${right}, ${high}))`;
}

/** @returns a condition: the column's location is inside the area */
export function areaSql(column: string, area: Area, parameters: Parameters): string {
  if (area.shape === 'circle') {
    const box = boundingBox(area);
    const maximumHaversine = parameters.add(haversineOfMetres(area.metres), 'float8');
    const isInsideCircle = `${haversineSql(column, originOf(area.centre), parameters)} <= ${maximumHaversine}`;
    return box === undefined ? isInsideCircle : `(${boxSql(column, box, parameters)} AND ${isInsideCircle})`;
  }
  return `(${boxAreaSql(column, bordersOf(area), parameters)})`;
}

/** @returns a condition on a box. A box across the antimeridian is two boxes for the index. */
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
