// SPDX-License-Identifier: Apache-2.0
/**
 * What may be called from other processes: names, the actors behind them, and their methods by the names they have on the wire.
 *
 * <pre>
 *   Exposures → Exposure (a name) → CallTable → ParameterKinds;  RestrictedOutlet: a reference with fewer rights
 *   Interceptors → Interception (a call)
 * </pre>
 *
 * May import: remoting.link, remoting.text, remoting.value.
 */
package io.troupe.remoting.exposure;
