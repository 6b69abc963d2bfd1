// SPDX-License-Identifier: Apache-2.0
/**
 * AssertJ assertions for promises and actors.
 *
 * <pre>
 *   ActorAssertions → PromiseAssert · ActorAssert (both wait by Progress)
 * </pre>
 *
 * May import: io.troupe.testkit.progress.
 */
package io.troupe.testkit.assertion;
