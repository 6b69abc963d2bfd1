// SPDX-License-Identifier: Apache-2.0
/**
 * Helpers for tests of actors that neither sleep nor poll: a system that is stepped by hand, stand-ins for actors, and checks
 * as AssertJ assertions.
 *
 * <pre>
 *   TestSystem → Progress (step the dispatcher and move the clock | wait for threads)
 *     ├ spawn, step, runAll, advance, settle, await, check, forSeeds
 *     ├ probe(type)         → Probe: records calls, answers asks
 *     └ assertThat(promise) → PromiseAssert · assertThatActor(reference) → ActorAssert
 *   Faults.wrap(reference)  → the same reference, with failures, delays and losses
 *   WireProxy.to(host,port) → the same server, behind a network that fails on purpose
 *   History.of(client)      → records what clients do; assertThat(history) checks it
 *   Await.until(what, limit, condition): for conditions that belong to no system
 * </pre>
 *
 * A first test:
 *
 * <pre>{@code
 * try (TestSystem test = TestSystem.manual()) {
 *     Probe<Printer> printer = test.probe(Printer.class);
 *     Greeter greeter = test.spawn(Greeter.class, () -> new Greeter(printer.ref()));
 *     greeter.greet("Ada");
 *     printer.expectCall("print", "Hello Ada");
 * }
 * }</pre>
 *
 * May import: history.
 */
package io.troupe.testkit;
