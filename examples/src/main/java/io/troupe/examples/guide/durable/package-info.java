// SPDX-License-Identifier: Apache-2.0
/**
 * The programs of the chapters about durable actors: their state, effects and reminders, histories, several processes, and actors
 * without stored state.
 */
@NullMarked
package io.troupe.examples.guide.durable;

import org.jspecify.annotations.NullMarked;
