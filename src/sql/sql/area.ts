/**
 * Places → SQL, by the formula that the index compares with (src/content/model/area), and without any extension.
 */
import {
  type Area,
  HALF_ANGLE,
  haversineOf,
  LOCATION_LIMITS,
  type Location,
  narrowing,
  type Origin,
  originOf,
  UNITS_PER_DEGREE,
} from '../../content/model/index.js';
import type { Parameters } from './parameters.js';

/** A coordinate in units, as a float. */
const unitsSql = (column: string, name: keyof Location): string =>
  `((${column}->>'${name}')::numeric * ${UNITS_PER_DEGREE})::float8`;

const pole = LOCATION_LIMITS.latitude * UNITS_PER_DEGREE;
const turn = 2 * LOCATION_LIMITS.longitude * UNITS_PER_DEGREE;

/** @returns the haversine of how far the place in the column is from the origin */
export function haversineSql(column: string, origin: Origin, parameters: Parameters): string {
  const latitude = unitsSql(column, 'latitude');
  const angle = parameters.add(HALF_ANGLE, 'float8');
  const apart = `abs(${unitsSql(column, 'longitude')} - ${parameters.add(origin.longitude, 'float8')})`;
  const northwards = `sin(abs(${latitude} - ${parameters.add(origin.latitude, 'float8')}) * ${angle})`;
  const eastwards = `sin(least(${apart}, ${turn} - ${apart}) * ${angle})`;
  const narrow = `sin((${pole} - abs(${latitude})) * 2 * ${angle}) * ${parameters.add(narrowing(origin.latitude), 'float8')}`;
  return `(power(${northwards}, 2) + ${narrow} * power(${eastwards}, 2))`;
}

/** Whether the place in the column lies in the area. */
export function areaSql(column: string, area: Area, parameters: Parameters): string {
  if (area.shape === 'circle') {
    const most = parameters.add(haversineOf(area.metres), 'float8');
    return `${haversineSql(column, originOf(area.centre), parameters)} <= ${most}`;
  }
  const degrees = (name: keyof Location): string => `(${column}->>'${name}')::numeric`;
  const [west, south, east, north] = [area.west, area.south, area.east, area.north].map((border) =>
    parameters.add(border, 'numeric'),
  );
  const joined = area.west > area.east ? 'OR' : 'AND';
  return `(${degrees('latitude')} BETWEEN ${south} AND ${north} AND (${degrees('longitude')} >= ${west} ${joined} ${degrees('longitude')} <= ${east}))`;
}
