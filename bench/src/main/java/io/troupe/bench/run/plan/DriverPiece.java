// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.run.plan;

import java.util.List;
import java.util.function.Function;

/**
 * Programs that measure by themselves.
 *
 * @param name a short word
 * @param rounds whether the starts are made again in every round; otherwise the program has rounds of its own
 * @param starts what is started, by profile
 */
public record DriverPiece(String name, boolean rounds, Function<Profile, List<Start>> starts) implements Piece {}
