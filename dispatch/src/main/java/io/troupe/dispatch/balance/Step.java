// SPDX-License-Identifier: Apache-2.0
package io.troupe.dispatch.balance;

/** One cell to be moved within a layout, and what the layout was like before. */
record Step(int cell, int from, int to, Reason reason, double fromLoad, double toLoad, double hopsSaved) {}
