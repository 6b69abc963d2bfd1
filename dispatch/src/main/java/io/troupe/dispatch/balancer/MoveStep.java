// SPDX-License-Identifier: Apache-2.0
package io.troupe.dispatch.balancer;

import io.troupe.dispatch.balance.DecisionReason;

/** One cell to be moved within a layout, and what the layout was like before. */
record MoveStep(int cell, int from, int to, DecisionReason reason, double fromLoad, double toLoad, double hopsSaved) {}
