// SPDX-License-Identifier: Apache-2.0
/**
 * Netty, once for all libraries that open sockets: which one there is (4.2, or 4.1 where a platform manages that), its loops,
 * TLS, how channels dial, and why they fail. Both lines have the same channels and handlers; how loops are made differs, and is
 * chosen here at run time.
 *
 * <pre>
 *   NettyVersion ── which line, or one sentence when none fits
 *   SocketIo, SocketChoice ── epoll, kqueue or NIO, and why
 *   EventLoops ── LoopFactory ←── HandlerLoops (4.2) | GroupLoops (4.1)     loaded by name of the line only
 *   SocketChannels, DialHandler ── dial place after place; free a port
 *   AcceptFailures ── try again when no connection can be accepted
 *   TlsMaterial → TlsContext ── certificates, read
 *                 KeyCheck ── whether key and certificate belong together
 *   SocketFileLock ── who may remove the file of a Unix socket
 *   NetFailure ── an exception → kind and text
 * </pre>
 *
 * Not for users. May import: nothing of this module.
 */
package io.troupe.net.netty;
