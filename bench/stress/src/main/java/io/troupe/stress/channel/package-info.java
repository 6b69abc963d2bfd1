// SPDX-License-Identifier: Apache-2.0
/** Channels: hand-over against cancel and close, and selects that meet. */
package io.troupe.stress.channel;
