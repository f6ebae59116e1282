/**
 * The map of a page of items: points on a grid of degrees, drawn as SVG. It loads no map tiles from other hosts.
 */
import { type Resource, readNumber, resourceKey } from '../model/resource.js';
import type { DescribedType } from '../model/space.js';
import { titleOf } from '../model/title.js';
import { linkTo, query } from '../state.js';
import { choosePlane, normalizeLongitude } from './project.js';

const width = 720;
const height = 300;

/** @returns the location field that the request sorts by distance; otherwise the first location field */
function chooseField(type: DescribedType): string | undefined {
  const names = type.fields.filter((field) => field.type === 'location').map(({ name }) => name);
  const distanceKey = query.value.sort.find(({ field }) => field.includes('.distance('));
  return names.find((name) => distanceKey?.field.startsWith(`${name}.`)) ?? names[0];
}

export function PlacesMap({
  type,
  resources,
}: {
  readonly type: DescribedType;
  readonly resources: readonly Resource[];
}) {
  const field = chooseField(type);
  if (field === undefined) return null;
  const points = resources.flatMap((resource) => {
    const value = resource.attributes[field];
    const [latitude, longitude] = [readNumber(value, 'latitude'), readNumber(value, 'longitude')];
    if (latitude === undefined || longitude === undefined) return [];
    const name = titleOf(type, resource.attributes) || resource.id;
    return [{ resource, name, place: { latitude, longitude } }];
  });
  const [first] = points;
  if (first === undefined) return null;
  const plane = choosePlane(
    points.map(({ place }) => place),
    width,
    height,
  );
  return (
    <svg class="map" viewBox={`0 0 ${width} ${height}`}>
      <title>Map of {field}</title>
      {plane.meridians.map((longitude) => {
        const { x } = plane.locate({ ...first.place, longitude });
        return (
          <g key={`meridian ${longitude}`}>
            <line x1={x} x2={x} y1={0} y2={height} />
            <text x={x + 3} y={height - 4}>
              {normalizeLongitude(longitude)}°
            </text>
          </g>
        );
      })}
      {plane.parallels.map((latitude) => {
        const { y } = plane.locate({ ...first.place, latitude });
        return (
          <g key={`parallel ${latitude}`}>
            <line x1={0} x2={width} y1={y} y2={y} />
            <text x={3} y={y - 3}>
              {normalizeLongitude(latitude)}°
            </text>
          </g>
        );
      })}
      {points.map(({ resource, name, place }) => {
        const { x, y } = plane.locate(place);
        return (
          <a key={resourceKey(resource)} href={linkTo([resource.type, resource.id])} aria-label={name}>
            <circle cx={x} cy={y} r={5}>
              <title>{name}</title>
            </circle>
          </a>
        );
      })}
    </svg>
  );
}
