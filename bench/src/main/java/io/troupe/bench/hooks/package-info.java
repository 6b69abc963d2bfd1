// SPDX-License-Identifier: Apache-2.0
/** What places in the library cost that do nothing unless somebody listens: the same program with and without them. */
package io.troupe.bench.hooks;
