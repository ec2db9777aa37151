Rails.application.routes.draw do
  root 'home#show'
  get 'login', to: 'sessions#new'
  post 'login', to: 'sessions#create'
  post 'logout', to: 'sessions#destroy'
  get 'feedback/token', to: 'feedback#token'
  get 'feedback/sign-in', to: 'feedback#sign_in'
end
