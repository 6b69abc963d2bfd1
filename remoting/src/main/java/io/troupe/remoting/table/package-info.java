// SPDX-License-Identifier: Apache-2.0
/** A table by numbers, for what a link counts. Imports no other package of the project. */
package io.troupe.remoting.table;
