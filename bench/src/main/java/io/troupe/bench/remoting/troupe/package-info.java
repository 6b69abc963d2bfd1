// SPDX-License-Identifier: Apache-2.0
/** This project's links, from actor to actor. May import: bench.remoting.stack. */
package io.troupe.bench.remoting.troupe;
