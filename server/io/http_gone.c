/* http_gone: clients that leave before their answer; see http_on_gone in include/beat/http.h.
 *
 * evhttp reads nothing of a connection whose request is being worked on, so it does not
 * see the end of it either. Here it is made to read, without a callback for what comes:
 * that is the next request, and waits in the buffer, which http_accept.c bounds. evhttp
 * sets its callbacks anew after the answer and looks into the buffer then. */
#include <event2/bufferevent.h>
#include <event2/event.h>
#include <event2/http.h>

#include "http_impl.h"

static void on_closed(struct evhttp_connection *connection, void *arg)
{
	struct http_req *r = arg;
	void (*fn)(void *) = r->on_gone;

	evhttp_connection_set_closecb(connection, NULL, NULL);
	r->on_gone = NULL;
	fn(r->on_gone_arg);
}

void http_on_gone(struct http_req *r, void (*fn)(void *arg), void *arg)
{
	struct evhttp_connection *connection = evhttp_request_get_connection(r->ev);
	struct bufferevent *bev = connection != NULL ? evhttp_connection_get_bufferevent(connection) : NULL;
	bufferevent_data_cb on_write;
	bufferevent_event_cb on_event;
	void *cb_arg;

	if (bev == NULL)
		return;
	r->on_gone = fn;
	r->on_gone_arg = arg;
	evhttp_connection_set_closecb(connection, on_closed, r);
	bufferevent_getcb(bev, NULL, &on_write, &on_event, &cb_arg);
	bufferevent_setcb(bev, NULL, on_write, on_event, cb_arg);
	bufferevent_enable(bev, EV_READ);
}

void http_gone_forget(struct http_req *r)
{
	struct evhttp_connection *connection = evhttp_request_get_connection(r->ev);

	if (r->on_gone == NULL || connection == NULL)
		return;
	r->on_gone = NULL;
	evhttp_connection_set_closecb(connection, NULL, NULL);
}
