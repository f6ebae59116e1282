/**
 * Types of the content routes: the router calls a handler per kind of resource, with Koa's context of the request.
 */
import type Router from '@koa/router';
import type { PathParts } from '../../jsonapi/index.js';
import type { RequestState } from '../spaces/request-state.js';

/** Koa's context as the router passes it to a handler. */
export type RoutedContext = Parameters<ReturnType<Router<RequestState>['routes']>>[0];

export type ContentHandler = (ctx: RoutedContext) => Promise<void>;

/** The kind of resource that a content route addresses; `mistake`: the path addresses none. */
export type ContentKind = PathParts['kind'] | 'mistake';
