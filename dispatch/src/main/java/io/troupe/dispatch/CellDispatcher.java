// SPDX-License-Identifier: Apache-2.0
package io.troupe.dispatch;

import io.troupe.dispatch.cell.CellScheduler;

/** A dispatcher of this package: what users see of it, and what the floors above need for their cells. */
interface CellDispatcher extends Dispatcher, CellScheduler {}
