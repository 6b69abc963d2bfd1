// SPDX-License-Identifier: Apache-2.0
/** Small protocols, each once wrong and once right: what strategies are measured by. */
@NullMarked
package io.troupe.testkit.schedule.protocol;

import org.jspecify.annotations.NullMarked;
