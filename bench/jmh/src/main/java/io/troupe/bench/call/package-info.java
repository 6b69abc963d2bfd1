// SPDX-License-Identifier: Apache-2.0
/**
 * What it costs to turn a method call into an object and back: generated messages beside hand-written ones and beside an
 * array of arguments with a method handle. Nothing is scheduled; messages wait in a small array, so that they must exist.
 */
package io.troupe.bench.call;
