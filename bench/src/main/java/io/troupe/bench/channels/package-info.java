// SPDX-License-Identifier: Apache-2.0
/**
 * Channels of several languages and libraries, each work in a process of its own.
 *
 * <pre>
 *   ChannelsMain → Contender: JavaContender ··· a process ··· WorkMain → ChannelStack ┐
 *                             GoContender   ··· a process ··· main.go                 ┴ one line: Windows → Result
 * </pre>
 *
 * <p>May import: channel, channel.kotlin, harness, process, results, stacks.
 */
@NullMarked
package io.troupe.bench.channels;

import org.jspecify.annotations.NullMarked;
