from django.contrib.auth.views import LoginView, LogoutView
from django.urls import path
from django.views.generic import TemplateView

from acme import feedback

urlpatterns = [
    path("", TemplateView.as_view(template_name="home.html"), name="home"),
    path("login", LoginView.as_view(), name="login"),
    path("logout", LogoutView.as_view(), name="logout"),
    path("feedback/token", feedback.token),
    path("feedback/sign-in", feedback.sign_in),
]
