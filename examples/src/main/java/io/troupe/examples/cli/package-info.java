// SPDX-License-Identifier: Apache-2.0
/**
 * The common parts of the commands: the choice of a dispatcher, the terminal, one-line errors and JSON. Imports no other
 * package of the examples.
 */
package io.troupe.examples.cli;
